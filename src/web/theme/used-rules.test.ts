import { expect, test } from 'vitest'
import { themeOf } from '../../core/theme.ts'
import { styleSheet } from './style-sheet.ts'
import { usedRules } from './used-rules.ts'

const sheet = `
a{color:red}
.card{top:0}
.card .title,h2{top:1}
.btn:not(.go){top:2}
@media print{.card{top:3}.menu{top:4}}
@media(max-width:1px){.menu{top:5}}
@page{margin:0}
`

test('a page gets the rules of its elements and classes, in their order', () => {
  const used = usedRules(sheet)
  expect(used('<p class="card btn">')).toBe(
    'a{color:red}.card{top:0}.card .title,h2{top:1}.btn:not(.go){top:2}@media print{.card{top:3}}@page{margin:0}',
  )
  expect(used('<p>')).toBe('a{color:red}.card .title,h2{top:1}@page{margin:0}')
})

test('a page with every class gets the whole style sheet', () => {
  const whole = styleSheet(themeOf(undefined))
  const names = [...whole.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name)
  const picked = usedRules(whole)(`<p class="${names.join(' ')}">`)
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  expect(plain(picked)).toBe(plain(whole))
})
