type Ticket = { readonly id: number; readonly security_code: string }

/** Where a ticket is shown, from the root of the site: for whoever has its code. */
export const ticketPath = ({ id, security_code: code }: Ticket) =>
  `/ticket/${id}/${encodeURIComponent(code)}`
