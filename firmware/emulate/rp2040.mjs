// Loads rp2040js from build/emulate, where set-up installs it: no downloads among the sources.

import { createRequire } from 'node:module';

const require = createRequire(new URL('../../build/emulate/package.json', import.meta.url));
export const { BasePeripheral, GPIOPinState, Simulator, USBCDC } = require('rp2040js');
