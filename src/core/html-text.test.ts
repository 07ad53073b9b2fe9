import { expect, test } from 'vitest'
import { readableText } from './html-text.ts'
import { descriptionHtml } from './rich-text.ts'

test.each([
  ['paragraphs', '<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
  ['blank lines of a stored text', 'One\n\nTwo\nThree', 'One\n\nTwo\nThree'],
  ['line ends', '<p>Doors 7 pm<br />Show 8 pm</p>', 'Doors 7 pm\nShow 8 pm'],
  ['an empty line of two breaks', 'One<br /><br />Two', 'One\n\nTwo'],
  ['headings', '<h2>Cast</h2><p>Ada</p>', 'Cast\n\nAda'],
  [
    'lists',
    '<p>Bring:</p><ul><li>a coat</li><li>a <b>hat</b></li></ul><p>Bye</p>',
    'Bring:\n\n- a coat\n- a hat\n\nBye',
  ],
  ['numbered lists', '<ol><li>Come</li><li>Stay</li></ol>', '1. Come\n2. Stay'],
  [
    'lists in lists',
    '<ul><li>Food<ul><li>Soup</li></ul></li><li>Drink</li></ul>',
    '- Food\n  - Soup\n- Drink',
  ],
  [
    'links',
    'Join <a href="https://meet.example/x?a=1&amp;b=2">the stream</a> now.',
    'Join the stream (https://meet.example/x?a=1&b=2) now.',
  ],
  [
    'links that say their address',
    '<a href="https://meet.example/">meet.example</a>',
    'meet.example',
  ],
  [
    'links around a picture without words',
    '<a href="https://meet.example/x"><img src="https://x.example/a.png" /></a>',
    'https://meet.example/x',
  ],
  [
    'addresses for mail',
    '<a href="mailto:ada@x.example">Ada</a> or <a href="mailto:bo@x.example">bo@x.example</a>',
    'Ada (ada@x.example) or bo@x.example',
  ],
  ['pictures', 'See <img src="https://x.example/a.png" alt="our hall" />', 'See our hall'],
  [
    'tables',
    '<table><tr><th>Day</th><th>Hour</th></tr><tr><td>Fri</td><td>7</td></tr></table>',
    'Day | Hour\nFri | 7',
  ],
  ['what is set as it is', '<pre>a  b\n c</pre>', 'a  b\n c'],
  ['entities', '<p>Rock &amp; Roll &lt;3</p>', 'Rock & Roll <3'],
  ['nothing', '', ''],
  ['no words', '<p></p><hr />', ''],
])('a stored text keeps %s', (_what, html, text) => {
  expect(readableText(descriptionHtml(html))).toBe(text)
})
