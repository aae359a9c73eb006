"""Simulation of light, lens and camera: shading, glare, colour cast, blur, noise."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
import numpy.typing as npt

from pegboard.vision.training.render.styles import Image8

Field = npt.NDArray[np.float32]


def photograph(image: Image8, pick: random.Random, rng: np.random.Generator) -> Image8:
    """Returns the picture as a camera would take it, a third of the time in good conditions.

    Returns:
        BGR `uint8`, shape unchanged.
    """
    mild = pick.random() < 0.33
    field = image.astype(np.float32)
    field = _shade(field, pick, 0.4 if mild else 1.0)
    if not mild:
        field = _glare(field, pick)
    field = _expose(field, pick, mild)
    field = _blur(field, pick, mild)
    field = _noise(field, pick, rng, mild)
    result = np.clip(field, 0, 255).astype(np.uint8)
    if pick.random() < 0.05:
        result = np.repeat(cv2.cvtColor(result, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)
    return result


def _shade(field: Field, pick: random.Random, strength: float) -> Field:
    """Adds light from one side, and sometimes the hard edge of a shadow."""
    height, width = field.shape[:2]
    yy, xx = np.mgrid[:height, :width].astype(np.float32)
    if pick.random() < 0.6:
        turn = pick.uniform(0, 2 * math.pi)
        slope = (xx / width - 0.5) * math.cos(turn) + (yy / height - 0.5) * math.sin(turn)
        field = field * (1 + slope * pick.uniform(0, 0.9) * strength)[..., None]
    if pick.random() < 0.2 * strength:
        mask = np.zeros((height, width), np.float32)
        at = np.array([pick.uniform(0, width), pick.uniform(0, height)])
        turn = pick.uniform(0, 2 * math.pi)
        along = np.array([math.cos(turn), math.sin(turn)]) * 2 * width
        across = np.array([-along[1], along[0]])
        corners = [at - along, at + along, at + along + across, at - along + across]
        cv2.fillPoly(mask, [np.array(corners).astype(np.int32)], (1.0,))
        side = pick.choice([3, 9, 31, 61])
        mask = np.asarray(cv2.GaussianBlur(mask, (side, side), 0), np.float32)
        field = field * (1 - mask * pick.uniform(0.15, 0.65))[..., None]
    return field


def _glare(field: Field, pick: random.Random) -> Field:
    """Adds a reflection that lightens black ink to brown, or an overall veil."""
    height, width = field.shape[:2]
    if pick.random() < 0.18:
        yy, xx = np.mgrid[:height, :width].astype(np.float32)
        x, y = pick.uniform(0, width), pick.uniform(0, height)
        across, along = pick.uniform(20, 150), pick.uniform(0.3, 3)
        spot = np.exp(-(((xx - x) / across) ** 2 + ((yy - y) / (across * along)) ** 2))
        field = field + (255 - field) * (spot * pick.uniform(0.3, 1.0))[..., None]
    if pick.random() < 0.15:
        field = field + (255 - field) * pick.uniform(0.05, 0.35)
    return field


def _expose(field: Field, pick: random.Random, mild: bool) -> Field:
    """Varies white balance (warm to cold), exposure, contrast and gamma."""
    cast = pick.gauss(0, 0.35 if pick.random() < 0.15 and not mild else 0.17)
    gains = np.array([math.exp(-cast), math.exp(pick.gauss(0, 0.08)), math.exp(cast)], np.float32)
    gains /= gains.max() if pick.random() < 0.5 else gains.mean()
    field = field * gains
    if mild:
        return np.asarray(np.clip(field * pick.uniform(0.7, 1.15), 0, 255), np.float32)
    field = field * (pick.uniform(0.35, 1.3) if pick.random() < 0.7 else pick.uniform(0.25, 1.7))
    if pick.random() < 0.3:
        field = 128 + (field - 128) * pick.uniform(0.6, 1.6)
    field = np.clip(field, 0, 255)
    if pick.random() < 0.4:
        field = np.asarray(255 * (field / 255) ** pick.uniform(0.6, 1.7), np.float32)
    return field


def _blur(field: Field, pick: random.Random, mild: bool) -> Field:
    """Defocuses, smears, upscales or over-sharpens the picture."""
    size = (field.shape[1], field.shape[0])
    kind = pick.random() + (0.4 if mild else 0)
    if kind < 0.35:
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), pick.uniform(0.4, 1.6)))
    elif kind < 0.45:
        field = np.asarray(cv2.filter2D(field, -1, _streak(pick)))
    elif kind < 0.6:
        share = pick.uniform(0.5 if mild else 0.35, 0.8)
        small = cv2.resize(field, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        way = pick.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])
        field = np.asarray(cv2.resize(small, size, interpolation=way))
    if pick.random() < 0.25:
        soft = cv2.GaussianBlur(field, (0, 0), pick.uniform(0.8, 2))
        field = field + (field - soft) * pick.uniform(0.3, 2)
    return field


def _streak(pick: random.Random) -> Field:
    side = pick.randint(3, 8)
    kernel = np.zeros((side, side), np.float32)
    turn, half = pick.uniform(0, math.pi), side / 2
    dx, dy = half * math.cos(turn), half * math.sin(turn)
    cv2.line(kernel, (int(half - dx), int(half - dy)), (int(half + dx), int(half + dy)), (1.0,))
    return np.asarray(kernel / max(1.0, float(kernel.sum())), np.float32)


def _noise(field: Field, pick: random.Random, rng: np.random.Generator, mild: bool) -> Field:
    """Adds sensor noise, in colour or grey, and occasionally dead pixels."""
    if pick.random() < 0.7:
        rough = pick.random() < 0.2 and not mild
        deviation = pick.uniform(5, 20) if rough else pick.uniform(0, 6)
        channels = 3 if pick.random() < 0.5 else 1
        noise = rng.standard_normal((*field.shape[:2], channels), dtype=np.float32)
        field = field + noise * np.float32(deviation)
    if pick.random() < 0.06 and not mild:
        dead = rng.random(field.shape[:2]) < pick.uniform(0.001, 0.02)
        field[dead] = 255.0 * rng.integers(0, 2, (int(dead.sum()), 1))
    return field
