/** More tickets than this are linked: neither their codes nor their PDF are in the mail. */
export const drawnMost = 20

/** How often a mail is tried with a PDF that cannot be made; then it leaves with a link to it. */
export const printTries = 3

/** The size of a file inside a mail, in bytes: lines of 57 bytes become 76 characters and a line end (RFC 2045, 6.8). */
export const sizeInMail = (bytes: number): number => Math.ceil(bytes / 57) * 78

/** Whether a file of so many bytes is attached where `kibMost` KiB may be. */
export const mayAttach = (bytes: number, kibMost: number): boolean =>
  sizeInMail(bytes) <= kibMost * 1024
