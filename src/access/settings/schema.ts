import { Type } from 'typebox'
import { locales } from '../../core/locale.ts'
import { said } from '../../platform/http/described/answer-shapes.ts'
import { oneOf, text } from '../../platform/http/described/params.ts'
import type { UploadedFile } from '../../platform/http/request/request.ts'
import { fixableNames } from './rules.ts'

const about = {
  retention_days:
    'How many days after the last event of an order its names, addresses and notes are emptied, such as `365`, or `off`.',
  name: 'The name of the site, on its pages and in mails.',
  accent: 'Colour of buttons and links as `#rrggbb`; empty for the usual one.',
  seller:
    'Who sells: name, address and what the law asks for, in lines; on receipts and below mails about orders.',
  language: 'The language for people who ask for none of ours.',
  sender: 'Address that mails come from; empty for `tickets@` and the host of the site.',
  terms_url: 'Address of the terms of sale, which buyers have to accept; empty without terms.',
  terms_version: 'Names the text at `terms_url` that is in force.',
  qr_content:
    'What QR pictures of tickets have: `signed`, `plain` or `short`, as `QR_CONTENT` in the configuration explains.',
  seller_country:
    'Where the seller is taxed, as two letters such as `DE`; empty where nobody said. `cash_note` follows it.',
  desk_cash:
    '`off`: the desk takes no cash. Sales, voids and moves of tills in cash are then refused; open tills can still be closed.',
  imprint_url: 'Address of the imprint, which every page links; empty without one.',
  privacy_url: 'Address of the privacy policy, which every page links; empty without one.',
  second_factor:
    '`required` demands a second factor of everybody who may give money back or let others in.',
}

export const SettingsView = Type.Object({
  name: said(about.name),
  accent: said(about.accent),
  logo: said('Address of the logo; empty without one. `POST /settings/logo` uploads one.'),
  language: oneOf([...locales], { description: about.language }),
  seller: said(about.seller),
  sender: said(about.sender),
  terms_url: said(about.terms_url),
  terms_version: said(about.terms_version),
  imprint_url: said(about.imprint_url),
  privacy_url: said(about.privacy_url),
  second_factor: oneOf(['optional', 'required'], { description: about.second_factor }),
  retention_days: said(about.retention_days),
  qr_content: oneOf(['plain', 'signed', 'short'], { description: about.qr_content }),
  seller_country: said(about.seller_country),
  desk_cash: oneOf(['on', 'off'], { description: about.desk_cash }),
  cash_note: said(
    "What the law of the seller's country asks of whoever takes cash, and that a cash list is not it.",
  ),
  warnings: Type.Array(Type.String(), {
    description: 'What should be thought of about settings that can be used.',
  }),
  fixed: Type.Array(oneOf([...fixableNames]), {
    description:
      'The settings that the environment of the service decides; they cannot be changed here.',
  }),
})

const change = (maxLength: number, description: string) =>
  Type.Optional(
    text({ maxLength, description: `${description} An empty text brings the usual value back.` }),
  )

export const SettingsChange = Type.Object({
  name: change(200, about.name),
  accent: change(7, about.accent),
  language: change(5, about.language),
  seller: change(600, about.seller),
  sender: change(320, about.sender),
  terms_url: change(2000, about.terms_url),
  terms_version: change(100, about.terms_version),
  imprint_url: change(2000, about.imprint_url),
  privacy_url: change(2000, about.privacy_url),
  second_factor: change(8, about.second_factor),
  retention_days: change(4, about.retention_days),
  qr_content: change(6, about.qr_content),
  seller_country: change(2, about.seller_country),
  desk_cash: change(3, about.desk_cash),
})

export type LogoFile = UploadedFile

export const LogoUpload = Type.Object({
  file: Type.Optional(
    Type.Unsafe<LogoFile>({
      takes: { type: 'string', contentMediaType: 'application/octet-stream' },
      description:
        'The picture, as a file of a multipart form. It can also be the whole body, sent with its own content type.',
    }),
  ),
})
