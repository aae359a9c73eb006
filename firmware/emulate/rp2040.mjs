// rp2040js, from where set-up puts it: build/emulate. Nothing that is fetched lies among the sources.

import { createRequire } from 'node:module';

const require = createRequire(new URL('../../build/emulate/package.json', import.meta.url));
export const { BasePeripheral, GPIOPinState, Simulator, USBCDC } = require('rp2040js');
