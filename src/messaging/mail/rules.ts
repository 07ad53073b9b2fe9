/** With more tickets than this, a mail has links instead of their codes and PDF. */
export const drawnMost = 20

/** After this many attempts with a PDF that cannot be made, the mail is sent with a link to it. */
export const printTries = 3

/** The size of a file inside a mail, in bytes: lines of 57 bytes become 76 characters and a line end (RFC 2045, 6.8). */
export const sizeInMail = (bytes: number): number => Math.ceil(bytes / 57) * 78

/** Whether a file of this size is attached when at most `kibMost` KiB may be. */
export const mayAttach = (bytes: number, kibMost: number): boolean =>
  sizeInMail(bytes) <= kibMost * 1024
