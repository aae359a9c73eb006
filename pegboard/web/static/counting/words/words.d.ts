// Type of the catalogues about watching the table.

export interface Words {
  title: string;
  how: string;
  switch: string;
  onlyBoard: string;
  views: Record<import("../../core/protocol.d.ts").WatchView | "off", string>;
  picture: string;
  nothing: string;
  next: (name: string) => string;
  right: string;
  mendHow: string;
  unsure: string;
  packs: {
    how: string;
    yes: string;
    no: string;
    asks: Record<"english" | "french" | "german" | "dutch" | "scandinavian" | "polish", string>;
  };
}
