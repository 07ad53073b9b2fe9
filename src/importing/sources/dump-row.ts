/** A row of a dump by the names of its columns, in lower case; texts decoded, NULL as ''. */
export type DumpRow = Readonly<Record<string, string>>
