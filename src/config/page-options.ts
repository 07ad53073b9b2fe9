import {
  colour,
  line,
  lines,
  locale,
  oneOf,
  onOff,
  option,
  pageAddress,
  pictureFile,
  webOrigins,
} from './setting-kinds.ts'

/** Settings of pages: the look of the site, and its language. */
export const pageOptions = {
  siteName: option({
    env: 'SITE_NAME',
    doc: 'The name of the site, on its pages and in mails.',
    parse: line,
    fallback: 'Marquee',
  }),
  siteAccent: option({
    env: 'SITE_ACCENT',
    doc: 'Colour of buttons and links on the pages, e.g. #6a1b4d. Made darker or lighter where it could not be read.',
    parse: colour,
    fallback: '',
  }),
  siteLogo: option({
    env: 'SITE_LOGO',
    doc: 'File of the logo on the pages (SVG, PNG or WebP); shown 32 pixels high beside the name.',
    parse: pictureFile,
    fallback: '',
  }),
  seller: option({
    env: 'SELLER',
    doc: 'Who sells: name, address and what the law asks for, with line breaks between. On receipts, and below mails about orders.',
    parse: lines,
    fallback: '',
  }),
  siteLanguage: option({
    env: 'SITE_LANGUAGE',
    doc: 'Language of pages and mails for people who ask for none of ours: en, de, nb, fr or es.',
    parse: locale,
    fallback: 'en' as const,
  }),
  weekBegins: option({
    env: 'WEEK_BEGINS',
    doc: 'The first day of a week in the calendar: monday, sunday or saturday.',
    parse: oneOf('monday', 'sunday', 'saturday'),
    fallback: 'monday' as const,
  }),
  termsUrl: option({
    env: 'TERMS_URL',
    doc: 'Address of the terms of sale, which buyers then have to accept on the buying pages. Orders keep what was accepted: TERMS_VERSION, or this address without one.',
    parse: pageAddress,
    fallback: '',
  }),
  termsVersion: option({
    env: 'TERMS_VERSION',
    doc: 'Names the text at TERMS_URL that is in force, e.g. 2026-11; change it with the text.',
    parse: line,
    fallback: '',
  }),
  imprintUrl: option({
    env: 'IMPRINT_URL',
    doc: 'Address of the imprint: who runs the site. Every page links it.',
    parse: pageAddress,
    fallback: '',
  }),
  privacyUrl: option({
    env: 'PRIVACY_URL',
    doc: 'Address of the privacy policy. Every page links it.',
    parse: pageAddress,
    fallback: '',
  }),
  embedOrigins: option({
    env: 'EMBED_ORIGINS',
    doc: 'Origins whose pages may show the programme and the choice of tickets in a frame (`/embed.js`), separated by commas. Basket, payment and orders are shown in no frame.',
    parse: webOrigins,
    fallback: [] as string[],
  }),
  devPages: option({
    env: 'DEV_PAGES',
    doc: 'For developers: `/kit` shows every piece of the pages in every state, and `?lang=en-XA` and `?lang=ar-XB` show what is not translated.',
    parse: onOff,
    fallback: false,
  }),
} as const
