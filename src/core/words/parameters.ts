/**
 * The names of the parameters of an ICU message, read from its literal type: `count` and `name` of
 * `{count, plural, one {# ticket of {name}} other {# tickets of {name}}}`.
 */
export type ParameterOf<Message extends string> = Message extends `${infer Before}{${infer After}`
  ? (Before extends `${string} ${Option} ` ? never : NameAt<After>) | ParameterOf<After>
  : never

/** What a brace follows that opens the text of a case, and not a parameter. */
type Option = 'one' | 'other' | '=0'

type NameAt<After extends string> = After extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never
