// Written by `make words` from en.json: make changes there.

/** @type {import("./words.d.ts").Words} */
export const words = {
  title: "Follow the deal",
  how: "Play with your own cards below the camera: the board follows the deal and pegs it.",
  switch: "The camera follows the deal",
  onlyBoard: "Switch it on at the board.",
  views: {
    off: "Off",
    starting: "The camera is starting …",
    ok: "The camera sees the table",
    blocked: "The camera cannot see the table",
    moved: "The camera was moved",
  },
  picture: "The table as the camera sees it",
  nothing: "No card has been turned up yet.",
  next: (name) => `${name} to play`,
  right: "That’s right",
  mendHow: "Touch the right card. Later plays stay and are recounted.",
  unsure: "not certain",
  packs: {
    how: "Aces and court cards have these letters.",
    yes: "Yes",
    no: "No",
    asks: {
      english: "Is this an English pack?",
      french: "Is this a French pack?",
      german: "Is this a German pack?",
      dutch: "Is this a Dutch pack?",
      scandinavian: "Is this a Scandinavian pack?",
      polish: "Is this a Polish pack?",
    },
  },
};
