type Texts<Name extends string> = { [K in Name]?: string | undefined }
type Organizer = { name: string } & Texts<'phone' | 'email' | 'website'>

/** Name and contact details in one line. */
export const organizerInWords = ({ name, phone, email, website }: Organizer): string =>
  [name, phone, email, website].filter(Boolean).join(', ')

/** A title as pages show it: titles are plain text, and `<` in one is no markup. */
export const titleInWords = (title: string, untitled: string): string => title || untitled
