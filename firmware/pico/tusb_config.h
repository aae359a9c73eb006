/* TinyUSB configuration: a device with one serial port. */
#ifndef PEGBOARD_TUSB_CONFIG_H
#define PEGBOARD_TUSB_CONFIG_H

#define CFG_TUSB_RHPORT0_MODE OPT_MODE_DEVICE
#define CFG_TUD_ENDPOINT0_SIZE 64
#define CFG_TUD_CDC 1
#define CFG_TUD_CDC_RX_BUFSIZE 512
#define CFG_TUD_CDC_TX_BUFSIZE 256

#endif
