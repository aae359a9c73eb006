// Lines of the game record for people's actions; legal ones come from the board.

/** @import { Card, Seat } from "./protocol.d.ts" */

/** @param {Seat} seat @param {number} points */
export const peg = (seat, points) => `peg ${seat} ${points}`;

/** @param {Seat} seat @param {number} score */
export const correct = (seat, score) => `correct ${seat} ${score}`;

/** @param {Seat} seat @param {number} points */
export const penalty = (seat, points) => `penalty ${seat} ${points}`;

/** @param {Seat} seat @param {number} points */
export const muggins = (seat, points) => `muggins ${seat} ${points}`;

/** @param {Seat} seat @param {number} points */
export const claim = (seat, points) => `claim ${seat} ${points}`;

/** @param {Seat} seat @param {Card} card */
export const play = (seat, card) => `play ${seat} ${card}`;
