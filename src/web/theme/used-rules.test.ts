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
.prose pre{top:6}
hr,p{top:7}
`

test('a page gets the rules of its elements and classes, in their order', () => {
  const used = usedRules(sheet)
  expect(used('<p class="card btn">')).toBe(
    'a{color:red}.card{top:0}.card .title,h2{top:1}.btn:not(.go){top:2}@media print{.card{top:3}}@page{margin:0}hr,p{top:7}',
  )
  expect(used('<p>')).toBe('a{color:red}.card .title,h2{top:1}@page{margin:0}hr,p{top:7}')
})

test('a page gets the rules of rare elements that it has, also behind other selectors', () => {
  const used = usedRules(sheet)
  expect(used('<p class="prose">')).not.toContain('pre')
  expect(used('<div class="prose"><pre>')).toContain('.prose pre{top:6}')
})

test('a page with every class and element gets the whole style sheet', () => {
  const whole = styleSheet(themeOf(undefined))
  const names = [...whole.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name)
  const elements = [...whole.matchAll(/[a-z]+/g)].map(([name]) => `<${name}>`)
  const picked = usedRules(whole)(`<p class="${names.join(' ')}">${elements.join('')}`)
  const plain = (text: string) => text.replaceAll(/\s/g, '')
  expect(plain(picked)).toBe(plain(whole))
})
