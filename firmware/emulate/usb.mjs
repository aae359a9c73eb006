// The host's end of the emulated USB cable: it enumerates the board and carries its serial port.
//
// rp2040js does the enumeration. Its serial port immediately answers a device that is ready for data,
// even without data, which keeps the firmware busy forever. Like a real host, this one waits
// until it has data.

import { USBCDC } from './rp2040.mjs';

const PACKET_US = 50; // of 64 bytes at full speed, with overhead
const CONTROL_INTERFACE = 0;

export class Cable {
  /**
   * @param {object} usb the controller of rp2040js.
   * @param {(bytes: Uint8Array) => void} onData receives bytes from the board.
   * @param {() => void} onConnected called when the serial port is available.
   */
  constructor(usb, onData, onConnected) {
    this.usb = usb;
    this.onData = onData;
    this.onConnected = onConnected;
    this.queue = [];
    this.queued = 0;
    usb.readDelayMicroseconds = PACKET_US;
    usb.writeDelayMicroseconds = PACKET_US;
    usb.onUSBEnabled = () => this.plug();
  }

  /** Plugs the cable in, which starts enumeration. */
  plug() {
    this.connected = false;
    this.room = null; // bytes the board can accept
    const cdc = new USBCDC(this.usb);
    const enumerate = this.usb.onEndpointWrite;
    cdc.onDeviceConnected = () => {
      this.connected = true;
      this.onConnected();
    };
    this.usb.onEndpointWrite = (endpoint, bytes) => {
      // Depends on the stage: the enumeration also polls the port's endpoint.
      if (this.connected && endpoint === cdc.inEndpoint) this.onData(bytes);
      else enumerate(endpoint, bytes);
    };
    this.usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== cdc.outEndpoint) return;
      this.room = size;
      this.endpoint = endpoint;
      this.push();
    };
    this.usb.onUSBEnabled = () => this.plug();
    this.cdc = cdc;
    this.usb.resetDevice();
  }

  /** Unplugs the cable: data in transit is lost. */
  unplug() {
    this.connected = false;
    this.queue = [];
    this.queued = 0;
    this.room = null;
    this.usb.onEndpointWrite = () => {};
    this.usb.onEndpointRead = () => {};
  }

  /** A program opens or closes the port. */
  setOpen(open) {
    if (this.connected) this.cdc.cdcSetControlLineState(open ? 3 : 0, CONTROL_INTERFACE);
  }

  /** Sends bytes to the board, as fast as it accepts them. */
  send(bytes) {
    if (!this.connected || !bytes.length) return;
    this.queue.push(bytes);
    this.queued += bytes.length;
    this.push();
  }

  push() {
    if (this.room === null || !this.queued) return;
    const all = this.queue.length === 1 ? this.queue[0] : Buffer.concat(this.queue);
    const packet = all.subarray(0, this.room);
    this.queue = packet.length < all.length ? [all.subarray(packet.length)] : [];
    this.queued -= packet.length;
    this.room = null;
    this.usb.endpointReadDone(this.endpoint, new Uint8Array(packet));
  }
}
