type Ticket = { readonly id: number; readonly security_code: string }

/** The path of a ticket's page, for those who have its code. */
export const ticketPath = ({ id, security_code: code }: Ticket) =>
  `/ticket/${id}/${encodeURIComponent(code)}`
