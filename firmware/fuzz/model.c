#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void wrong(const char *what) {
    fprintf(stderr, "wrong: %s\n", what);
    abort();
}

/* Bit by bit. */
static unsigned crc(const uint8_t *data, size_t length) {
    unsigned crc = 0xFFFF;
    for (size_t bit = 0; bit < length * 8; bit++) {
        unsigned in = (unsigned)data[bit / 8] >> (7 - bit % 8) & 1, out = crc >> 15;
        crc = (crc << 1 & 0xFFFF) ^ (in != out ? 0x1021 : 0);
    }
    return crc;
}

int model_packet(const uint8_t *line, size_t length, uint8_t *body) {
    size_t at = 0, size = 0;
    while (at < length) {
        size_t code = line[at];
        if (at + code > length) {
            return -1;
        }
        memcpy(body + size, line + at + 1, code - 1);
        size += code - 1;
        at += code;
        if (code < 255 && at < length) {
            body[size++] = 0;
        }
    }
    if (size < 4 || size > MAX_PACKET ||
        crc(body, size - 2) != (unsigned)(body[size - 2] | body[size - 1] << 8)) {
        return -1;
    }
    return (int)size - 2;
}

static unsigned u16(const uint8_t *at) { return at[0] + at[1] * 256u; }

static void configure(struct model *model, const uint8_t *payload, size_t length) {
    if (length != 6 || u16(payload) < 1 || u16(payload) > MAX_PIXELS || payload[4] > 5) {
        return;
    }
    model->configured = model->was_configured = true;
    model->requested.count = u16(payload);
    model->requested.budget_mA = u16(payload + 2) < model->limit_mA ? u16(payload + 2) : model->limit_mA;
    model->requested.order = payload[4];
    for (size_t i = model->requested.count * 3; i < FRAME_BYTES; i++) {
        model->requested.rgb[i] = 0;
    }
}

static void pixels(struct model *model, const uint8_t *payload, size_t length) {
    if (!model->configured || length < 1 || payload[0] > 3) {
        return;
    }
    struct model_picture next = model->requested;
    if (payload[0] & 2) {
        memset(next.rgb, 0, FRAME_BYTES);
    }
    size_t at = 1;
    while (at < length) {
        if (length - at < 4) {
            return;
        }
        size_t first = u16(payload + at), count = u16(payload + at + 2);
        at += 4;
        if (count * 3 > length - at || first + count > next.count) {
            return;
        }
        for (size_t i = 0; i < count * 3; i++) {
            next.rgb[first * 3 + i] = payload[at++];
        }
    }
    model->requested = next;
    if (payload[0] & 1) {
        model->waiting = next;
        model->waits = true;
    }
}

void model_byte(struct model *model, uint8_t byte, uint32_t now) {
    static uint8_t body[2 * MODEL_LINE];
    if (byte) {
        if (model->length < MODEL_LINE) {
            model->line[model->length++] = byte;
        }
        return;
    }
    size_t length = model->length;
    model->length = 0;
    if (!length) {
        return;
    }
    int size = length == MODEL_LINE ? -1 : model_packet(model->line, length, body);
    if (size < 0 || body[0] >= 0x80) {
        model->bad++;
        return;
    }
    model->good++;
    model->heard_at = now;
    if (body[0] == HOST_HELLO && size == 3) {
        model->configured = false;
    } else if (body[0] == HOST_CONFIGURE) {
        configure(model, body + 2, (size_t)size - 2);
    } else if (body[0] == HOST_PIXELS) {
        pixels(model, body + 2, (size_t)size - 2);
    }
}

static const uint64_t mA[3] = {16, 11, 15};

static uint64_t load(const uint8_t *rgb) {
    uint64_t load = 0;
    for (size_t i = 0; i < FRAME_BYTES; i++) {
        load += mA[i % 3] * rgb[i];
    }
    return load;
}

/* pegboard/board/color.py: the sums of the first pixels, each scaled and rounded down. */
static void limit(uint8_t *rgb, uint64_t pixels, uint64_t max_mA) {
    uint64_t all = load(rgb), budget = max_mA > pixels ? (max_mA - pixels) * 255 : 0;
    if (all <= budget) {
        return;
    }
    for (size_t channel = 0; channel < 3; channel++) {
        uint64_t sum = 0, before = 0;
        for (size_t i = channel; i < FRAME_BYTES; i += 3) {
            sum += rgb[i];
            rgb[i] = (uint8_t)(sum * budget / all - before);
            before = sum * budget / all;
        }
    }
}

static bool silent(const struct model *model, uint32_t now) {
    return now - model->heard_at >= 5000;
}

static void check_calm_before_a_host(const struct model *model, const struct wire *wire) {
    bool waits_for_a_host = !model->was_configured;
    for (size_t i = 0; i < wire->pixels * 3u; i++) {
        if (wire->bytes[i] > (i < 3 && waits_for_a_host ? 16 : 0)) {
            wrong("light that nobody asked for");
        }
    }
}

void model_check_wire(struct model *model, const struct wire *wire, uint32_t now) {
    static const char channels[] = "rgb";
    static const char *const orders[] = {"rgb", "rbg", "grb", "gbr", "brg", "bgr"};
    if (wire->pixels < 1 || wire->pixels > MAX_PIXELS) {
        wrong("the number of pixels on the wire");
    }
    if (!model->wiped || (!model->waits && !model->has_lit)) {
        check_calm_before_a_host(model, wire);
        if (wire->pixels != (model->wiped ? 1 : MAX_PIXELS)) {
            wrong("how many LEDs are put out");
        }
        model->wiped = true;
        return;
    }
    if (model->waits) {
        model->lit = model->waiting;
        model->waits = model->dimmed = false;
        model->has_lit = true;
        model->shown++;
        if (model->reach < model->lit.count) {
            model->reach = model->lit.count;
        }
        limit(model->lit.rgb, model->reach, model->lit.budget_mA);
        if (load(model->lit.rgb) > 0 &&
            model->reach * 255 + load(model->lit.rgb) > model->lit.budget_mA * 255) {
            wrong("the model itself is over its budget");
        }
    } else {
        if (model->dimmed == silent(model, now)) {
            wrong("a picture for which there is no reason");
        }
        model->dimmed = silent(model, now);
    }
    if (wire->pixels != model->reach) {
        wrong("the number of pixels on the wire");
    }
    for (size_t i = 0; i < wire->pixels; i++) {
        for (size_t channel = 0; channel < 3; channel++) {
            size_t from = strcspn(channels, (char[]){orders[model->lit.order][channel], 0});
            unsigned value = model->lit.rgb[i * 3 + from];
            if (wire->bytes[i * 3 + channel] != (model->dimmed ? (value + 3) / 4 : value)) {
                wrong("a colour on the wire");
            }
        }
    }
}

void model_check_rest(const struct model *model, uint32_t now) {
    if (!model->wiped || model->waits || (model->has_lit && model->dimmed != silent(model, now))) {
        wrong("nothing on the wire, though there was a reason");
    }
}
