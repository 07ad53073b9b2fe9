/** Nobody types so fast: scanners send a key every few milliseconds. */
const scannerKeyMs = 40
/** In a field, fewer quick keys than this may be a word that somebody knows well. */
const fieldKeysMost = 8
const textMost = 4000

/**
 * Hears a scanner that types: letters in quick succession, then Enter, wherever the focus is. In a field, what it typed is taken out again, and
 * what a person types stays there. Returns what ends the listening.
 */
export function listenToScanner(onText: (text: string) => void): () => void {
  let typed = nothing(undefined)
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const field = event.target instanceof HTMLInputElement ? event.target : undefined
    // A field may be gone in the middle of a code: what is quick belongs together.
    const isLate = event.timeStamp - typed.at > scannerKeyMs
    if (isLate && (field ?? typed.field)) typed = nothing(field)
    if (event.key === 'Enter') {
      if (isCode(typed)) take(event, typed)
      typed = nothing(field)
    } else if (event.key.length === 1) {
      typed = { ...typed, text: (typed.text + event.key).slice(-textMost), at: event.timeStamp }
    }
  }
  const take = (event: KeyboardEvent, { text, field, before }: Typed) => {
    // Neither the button that has the focus nor the form of the field is meant.
    event.preventDefault()
    event.stopImmediatePropagation()
    if (field) putBack(field, before)
    onText(text)
  }
  addEventListener('keydown', hear, true)
  return () => removeEventListener('keydown', hear, true)
}

const nothing = (field: HTMLInputElement | undefined) => ({
  text: '',
  at: 0,
  field,
  before: field?.value ?? '',
})

type Typed = ReturnType<typeof nothing>

const isCode = ({ text, field }: Typed) => text.length > (field ? fieldKeysMost : 3)

function putBack(field: HTMLInputElement, value: string) {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
