/** A text with its names in backticks as code, as the OpenAPI document and the table of errors have them. */
export const Written = ({ text }: { text: string }) => (
  <>
    {text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
)
