import { browserName, returnPath } from '../../src/access/sessions/rules.ts'
import { areaOf, pictureName } from '../../src/catalogue/images/rules.ts'
import { linkItems } from '../../src/catalogue/linked/link-items.ts'
import { fieldText, restoredSlug, searchParts } from '../../src/catalogue/linked/rules.ts'
import { termName } from '../../src/catalogue/terms/rules.ts'
import { singleBlanks } from '../../src/core/blanks.ts'
import { calendarText } from '../../src/core/calendar-text.ts'
import { parseCost } from '../../src/core/cost.ts'
import { parseList } from '../../src/core/csv.ts'
import { atomText, rssText } from '../../src/core/feed-text.ts'
import { isHttpAddress } from '../../src/core/http-address.ts'
import { plainText, readableText } from '../../src/core/html-text.ts'
import { acceptedLocale, localeNamed } from '../../src/core/locale.ts'
import { isGuestAddress, isMailAddress, mailboxOf } from '../../src/core/mail-address.ts'
import {
  exactDecimal,
  exactPercent,
  isSameDecimal,
  parseAmount,
  percentHundredths,
} from '../../src/core/money.ts'
import { nearest } from '../../src/core/nearest.ts'
import { placeInWords } from '../../src/core/postal-address.ts'
import { decodeEntities, wellFormed } from '../../src/core/entities.ts'
import { truthy } from '../../src/core/truthy.ts'
import { isProviderKey } from '../../src/core/provider-key.ts'
import { descriptionHtml, excerptHtml, sanitizeHtml } from '../../src/core/rich-text.ts'
import { normalizeForSearch, parseSearch, searchForms } from '../../src/core/search-text.ts'
import { numberedSlug, slugify } from '../../src/core/slug.ts'
import {
  escapeHtml,
  plainTitle,
  titleHtml,
  unescapeHtml,
  withoutTags,
} from '../../src/core/text.ts'
import { isDayAlone, isFixedMoment, namesZone, parseWhen } from '../../src/core/when.ts'
import { fixedOffsetMinutes, isTimeZone } from '../../src/core/zone.ts'
import { positionOf } from '../../src/messaging/changes/rules.ts'
import { feedInstead, readFeedAddress } from '../../src/messaging/feeds/rules.ts'
import { htmlOf, textOf } from '../../src/messaging/mail/blocks.ts'
import { nameInMail } from '../../src/messaging/mail/person-name.ts'
import { oneLine, senderName } from '../../src/messaging/mail/one-line.ts'
import { readDeliveryReport } from '../../src/messaging/outbox/delivery-report.ts'
import { addressHash, messageOfBounce, messageOfToken } from '../../src/messaging/outbox/rules.ts'
import { textBox } from '../../src/messaging/tickets/text-box.ts'
import { missingIn, printable, visualRuns } from '../../src/messaging/tickets/text-runs.ts'
import {
  filled,
  paragraphsOf,
  problemsOf,
  problemWithBraces,
} from '../../src/messaging/wording/rules.ts'
import { coerce, decoded, splitList } from '../../src/platform/http/request/coerce.ts'
import { encodingFor } from '../../src/platform/http/answer/encodings.ts'
import { handlingOf } from '../../src/platform/http/request/handling.ts'
import { isNestedDeeper } from '../../src/platform/http/request/json-body.ts'
import { jsonTypes, parseQuery } from '../../src/platform/http/request/request.ts'
import {
  unknownHeader,
  unknownSentence,
} from '../../src/platform/http/request/unknown-parameters.ts'
import { hasNul } from '../../src/platform/http/request/validation.ts'
import { createLog } from '../../src/platform/log.ts'
import { networkOf } from '../../src/platform/net/network-of.ts'
import { sentCartSecrets } from '../../src/shop/cart/cart-secret.ts'
import { redact } from '../../src/shop/payments/hidden.ts'
import { walletName } from '../../src/shop/payments/paypal/request.ts'
import { checkCardSignature } from '../../src/shop/payments/stripe/signature.ts'
import { masked } from '../../src/ticketing/tickets/rules.ts'
import { fieldId } from '../../src/web/kit/form.tsx'
import { languageOf } from '../../src/web/kit/language-of.ts'
import { usedRules } from '../../src/web/theme/used-rules.ts'
import { speakerOf } from '../../src/core/words/speak.ts'

export type Reader = (text: string) => unknown

const at = new Date('2026-11-22T10:00:00Z')
const when = { zone: 'Europe/Oslo', now: at }
const key = Buffer.alloc(32, 7)
const all = () => true
const entry = {
  uid: 'u',
  sequence: 0,
  changedAt: at,
  createdAt: at,
  url: '',
  status: 'CONFIRMED' as const,
  allDay: false,
  startLocal: '2027-01-15 19:00:00',
  endLocal: '2027-01-15 22:00:00',
  startsAt: at,
  endsAt: at,
  zone: 'Europe/Oslo',
}
const item = {
  id: 'i',
  url: '',
  publishedAt: at,
  changedAt: at,
  starts: '',
  ends: '',
  categories: [],
}
const head = { title: '', url: '', selfUrl: '' }
/** Papers are drawn in a thread of their own, of titles and names, which have at most a thousand characters. */
const onPaper = (text: string) => text.slice(0, 1000)
const lettered = { measure: () => 0.5, runsOf: (text: string) => visualRuns(text, 'sans', all) }
const silent = createLog('error', { write: () => undefined })
const report = (text: string) => readDeliveryReport(Buffer.from(text))

/** Every function that reads or writes text from outside, by the file in which it stands. */
export const walked: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  'access/sessions/rules.ts': { browserName, returnPath },
  'catalogue/images/rules.ts': {
    areaOf: text => areaOf(text, { width: 100, height: 100 }),
    pictureName,
  },
  'catalogue/linked/link-items.ts': { linkItems },
  'catalogue/linked/rules.ts': { fieldText, restoredSlug, searchParts },
  'catalogue/terms/rules.ts': { termName },
  'core/blanks.ts': { singleBlanks },
  'core/calendar-text.ts': {
    calendarText: text =>
      calendarText({ name: text, url: '' }, [
        { ...entry, summary: text, description: text, location: text },
      ]),
  },
  'core/cost.ts': { parseCost: text => parseCost(text, 'USD') },
  'core/csv.ts': { parseList },
  'core/feed-text.ts': {
    rssText: text => rssText(head, [{ ...item, title: text, summary: text, location: text }]),
    atomText: text => atomText(head, [{ ...item, title: text, summary: text, location: text }]),
  },
  'core/http-address.ts': { isHttpAddress },
  'core/html-text.ts': { plainText, readableText },
  'core/entities.ts': { decodeEntities, wellFormed },
  'core/locale.ts': { acceptedLocale, localeNamed },
  'core/mail-address.ts': { isGuestAddress, isMailAddress, mailboxOf },
  'core/money.ts': {
    parseAmount: text => parseAmount(text, 'USD'),
    exactDecimal: text => exactDecimal(text, 'USD'),
    exactPercent,
    percentHundredths,
    isSameDecimal: text => isSameDecimal(text, '1.00'),
  },
  'core/nearest.ts': { nearest: text => nearest(text, ['title', 'description']) },
  'core/postal-address.ts': { placeInWords: text => placeInWords({ name: text, city: text }) },
  'core/provider-key.ts': { isProviderKey },
  'core/rich-text.ts': { descriptionHtml, excerptHtml, sanitizeHtml },
  'core/search-text.ts': { normalizeForSearch, parseSearch, searchForms },
  'core/slug.ts': { slugify, numberedSlug: text => numberedSlug(text, 2) },
  'core/text.ts': { escapeHtml, plainTitle, titleHtml, unescapeHtml, withoutTags },
  'core/truthy.ts': { truthy },
  'core/when.ts': {
    parseWhen: text => parseWhen(text, when),
    isDayAlone,
    namesZone,
    isFixedMoment,
  },
  'core/zone.ts': { fixedOffsetMinutes, isTimeZone },
  'messaging/changes/rules.ts': { positionOf: text => positionOf('a', text) },
  'messaging/feeds/rules.ts': {
    readFeedAddress: text => readFeedAddress(`/${text}`),
    feedInstead: text => feedInstead(`/${text}`, '2027-01-01'),
  },
  'messaging/mail/blocks.ts': {
    textOf: text => textOf([{ kind: 'text', text }], speakerOf('en')),
    htmlOf: text =>
      htmlOf([{ kind: 'text', text }], {
        title: text,
        language: 'en',
        look: { site: text, accent: '' },
      }),
  },
  'messaging/mail/person-name.ts': { nameInMail },
  'messaging/mail/one-line.ts': { oneLine: text => oneLine(text, 100), senderName },
  'messaging/outbox/delivery-report.ts': {
    ofHeader: text => report(`To: ${text}\r\nSubject: x\r\n\r\nx`),
    ofFolded: text => report(`To: ${text.match(/.{1,70}/gs)?.join('\r\n ')}\r\n\r\nx`),
    ofBody: text => report(`To: a@b.example\r\n\r\n${text}`),
    ofReport: text =>
      report(
        `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nDiagnostic-Code: ${text}\r\n${text}\r\n--b--\r\n`,
      ),
  },
  'messaging/outbox/rules.ts': {
    messageOfBounce: text => messageOfBounce(key, text),
    messageOfToken: text => messageOfToken(key, text),
    addressHash: text => addressHash(key, text),
  },
  'messaging/tickets/text-box.ts': {
    textBox: text =>
      textBox(onPaper(text), { width: 400, sizes: [12, 9], linesMost: 3, font: 'sans' }, lettered),
  },
  'messaging/tickets/text-runs.ts': {
    printable,
    visualRuns: text => visualRuns(onPaper(text), 'sans', all),
    missingIn: text => missingIn(onPaper(text), all),
  },
  'messaging/wording/rules.ts': {
    filled: text => filled(text, { name: 'Ada' }),
    paragraphsOf,
    problemsOf: text => problemsOf('order.confirmed', { subject: text, intro: text }),
    problemWithBraces: text => problemWithBraces(text, ['name']),
  },
  'platform/http/request/coerce.ts': {
    toInteger: text => coerce({ type: 'integer' }, text, true),
    toNumber: text => coerce({ type: 'number' }, text, true),
    splitList,
    decoded,
  },
  'platform/http/answer/encodings.ts': { encodingFor: text => encodingFor(text, 10_000) },
  'platform/http/request/handling.ts': { handlingOf: text => handlingOf({ prefer: text }) },
  'platform/http/request/json-body.ts': {
    isNestedDeeper: text => isNestedDeeper(Buffer.from(text), 64),
  },
  'platform/http/request/request.ts': { parseQuery, jsonTypes: text => jsonTypes.test(text) },
  'platform/http/request/unknown-parameters.ts': {
    unknownSentence: text => unknownSentence({ name: text, siblings: ['title'] }),
    unknownHeader: text => unknownHeader([{ name: text, siblings: [] }]),
  },
  'platform/http/request/validation.ts': { hasNul },
  'platform/log.ts': { error: text => silent.error({ err: new SyntaxError(text) }, 'x') },
  'platform/net/network-of.ts': { networkOf },
  'shop/cart/cart-secret.ts': { sentCartSecrets: text => sentCartSecrets({}, text) },
  'shop/payments/hidden.ts': { redact },
  'shop/payments/paypal/request.ts': { walletName },
  'shop/payments/stripe/signature.ts': {
    checkCardSignature: header =>
      checkCardSignature({ rawBody: Buffer.from('x'), header, secrets: ['whsec_x'], now: at }),
  },
  'ticketing/tickets/rules.ts': { masked },
  'web/kit/form.tsx': { fieldId },
  'web/kit/language-of.ts': {
    languageOf: text =>
      languageOf(
        { language: 'en', forDevelopers: false },
        { url: `/?lang=${text}`, headers: { cookie: text, 'accept-language': text } },
      ),
  },
  'web/theme/used-rules.ts': { usedRules: usedRules('.a:not(.b){color:red}') },
}
