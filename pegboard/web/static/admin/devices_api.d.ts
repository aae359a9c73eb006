// Messages of /api/devices.

import type { Asking, Seat } from "../core/protocol.d.ts";

export interface Devices {
  devices: PairedDevice[];
  asking: Asking[];
  address: string;
  reachable: boolean;
}

export interface PairedDevice {
  id: string;
  name: string;
  /** Whether it has all rights of the board. */
  board: boolean;
  seat: Seat | null;
  /** Seconds since 1970. */
  seen: number;
  here: boolean;
}

export interface Invitation {
  pin: string;
  link: string;
  svg: string;
  expires_s: number;
  address: string;
  reachable: boolean;
}

export type Decision =
  | { invite: true }
  | { revoke_code: true }
  | { accept: string }
  | { refuse: string }
  | { revoke: string }
  | { board: string; on: boolean };
