/** Rules of pages in frames of other sites. */
export const embedded = `
.embedded{padding:4px;flex:none}
.embedded-title{font-size:1.375rem;line-height:1.2}
.embedded .event-item,.embedded .choice{box-shadow:none}
`
