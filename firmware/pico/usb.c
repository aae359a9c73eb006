#include "usb.h"

#include "tusb.h"

enum {
    VENDOR = 0x2E8A,  /* Raspberry Pi, which lets boards with its chip use */
    PRODUCT = 0x000A, /* this number for a serial port */
    INTERFACES = 2,
    CONTROL_IN = 0x81,
    DATA_OUT = 0x02,
    DATA_IN = 0x82,
    CONTROL_BYTES = 8,
    DATA_BYTES = 64,
    BUS_POWER_MA = 100, /* of the Pico alone: LEDs have their own supply */
    TEXT_LANGUAGE = 0,
    TEXT_MAKER,
    TEXT_PRODUCT,
    TEXT_SERIAL,
    LONGEST_TEXT = 16,
};

static char serial_number[17];
static const char *const texts[] = {
    [TEXT_MAKER] = "pegboard",
    [TEXT_PRODUCT] = "pegboard",
    [TEXT_SERIAL] = serial_number,
};

static const tusb_desc_device_t device = {
    .bLength = sizeof(tusb_desc_device_t),
    .bDescriptorType = TUSB_DESC_DEVICE,
    .bcdUSB = 0x0200,
    .bDeviceClass = TUSB_CLASS_MISC,
    .bDeviceSubClass = MISC_SUBCLASS_COMMON,
    .bDeviceProtocol = MISC_PROTOCOL_IAD,
    .bMaxPacketSize0 = CFG_TUD_ENDPOINT0_SIZE,
    .idVendor = VENDOR,
    .idProduct = PRODUCT,
    .bcdDevice = PEGBOARD_VERSION_MAJOR << 8 | PEGBOARD_VERSION_MINOR << 4 | PEGBOARD_VERSION_PATCH,
    .iManufacturer = TEXT_MAKER,
    .iProduct = TEXT_PRODUCT,
    .iSerialNumber = TEXT_SERIAL,
    .bNumConfigurations = 1,
};

static const uint8_t configuration[] = {
    TUD_CONFIG_DESCRIPTOR(1, INTERFACES, 0, TUD_CONFIG_DESC_LEN + TUD_CDC_DESC_LEN, 0,
                          BUS_POWER_MA),
    TUD_CDC_DESCRIPTOR(0, 0, CONTROL_IN, CONTROL_BYTES, DATA_OUT, DATA_IN, DATA_BYTES),
};

const uint8_t *tud_descriptor_device_cb(void) { return (const uint8_t *)&device; }

const uint8_t *tud_descriptor_configuration_cb(uint8_t index) {
    (void)index;
    return configuration;
}

const uint16_t *tud_descriptor_string_cb(uint8_t index, uint16_t language) {
    static uint16_t descriptor[1 + LONGEST_TEXT]; /* must outlive the call */
    (void)language;
    uint length = 0;
    if (index == TEXT_LANGUAGE) {
        descriptor[++length] = 0x0409; /* English */
    } else if (index < sizeof texts / sizeof *texts) {
        for (const char *at = texts[index]; *at && length < LONGEST_TEXT; at++) {
            descriptor[++length] = (uint16_t)*at;
        }
    } else {
        return NULL;
    }
    descriptor[0] = (uint16_t)(TUSB_DESC_STRING << 8 | (2 * length + 2));
    return descriptor;
}

void tud_cdc_line_state_cb(uint8_t port, bool dtr, bool rts) {
    (void)rts;
    if (!dtr) {
        tud_cdc_n_write_clear(port); /* the next user of the port starts fresh */
    }
}

void usb_begin(const uint8_t id[8]) {
    static const char digits[] = "0123456789ABCDEF";
    for (int i = 0; i < 8; i++) {
        serial_number[2 * i] = digits[id[i] >> 4];
        serial_number[2 * i + 1] = digits[id[i] & 0xF];
    }
    tusb_init();
}

void usb_run(void) { tud_task(); }

bool usb_waiting(void) { return tud_cdc_available() > 0; }

bool usb_read(uint8_t *byte) { return tud_cdc_read(byte, 1) == 1; }

size_t usb_write(const uint8_t *bytes, size_t length) {
    size_t written = tud_cdc_write(bytes, length);
    tud_cdc_write_flush();
    return written;
}
