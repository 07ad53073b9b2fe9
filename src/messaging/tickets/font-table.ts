/** The fonts of documents. `sans` has Latin, Greek, Cyrillic, Vietnamese and Devanagari; the others have their scripts. */
export type FontName =
  | 'sans'
  | 'bold'
  | 'arabic'
  | 'hebrew'
  | 'thai'
  | 'japanese'
  | 'korean'
  | 'chinese'
  | 'emoji'
  | 'armenian'
  | 'georgian'
  | 'bengali'
  | 'gurmukhi'
  | 'gujarati'
  | 'tamil'
  | 'telugu'
  | 'kannada'
  | 'malayalam'
  | 'sinhala'
  | 'khmer'
  | 'myanmar'
  | 'lao'
  | 'ethiopic'

/** Scripts that the shaper must get in runs of their own, with the fonts that have them, the preferred one first. */
export const scripts: readonly { pattern: RegExp; script: string; fonts: readonly FontName[] }[] = [
  { pattern: /\p{Script=Arabic}/u, script: 'Arabic', fonts: ['arabic'] },
  { pattern: /\p{Script=Hebrew}/u, script: 'Hebrew', fonts: ['hebrew'] },
  { pattern: /\p{Script=Thai}/u, script: 'Thai', fonts: ['thai'] },
  { pattern: /\p{Script=Devanagari}/u, script: 'Devanagari', fonts: ['sans'] },
  { pattern: /\p{Script=Hangul}/u, script: 'Korean', fonts: ['korean'] },
  {
    pattern: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
    script: 'Chinese',
    fonts: ['japanese', 'chinese', 'korean'],
  },
  { pattern: /\p{Script=Armenian}/u, script: 'Armenian', fonts: ['armenian'] },
  { pattern: /\p{Script=Georgian}/u, script: 'Georgian', fonts: ['georgian'] },
  { pattern: /\p{Script=Bengali}/u, script: 'Bengali', fonts: ['bengali'] },
  { pattern: /\p{Script=Gurmukhi}/u, script: 'Gurmukhi', fonts: ['gurmukhi'] },
  { pattern: /\p{Script=Gujarati}/u, script: 'Gujarati', fonts: ['gujarati'] },
  { pattern: /\p{Script=Tamil}/u, script: 'Tamil', fonts: ['tamil'] },
  { pattern: /\p{Script=Telugu}/u, script: 'Telugu', fonts: ['telugu'] },
  { pattern: /\p{Script=Kannada}/u, script: 'Kannada', fonts: ['kannada'] },
  { pattern: /\p{Script=Malayalam}/u, script: 'Malayalam', fonts: ['malayalam'] },
  { pattern: /\p{Script=Sinhala}/u, script: 'Sinhala', fonts: ['sinhala'] },
  { pattern: /\p{Script=Khmer}/u, script: 'Khmer', fonts: ['khmer'] },
  { pattern: /\p{Script=Myanmar}/u, script: 'Burmese', fonts: ['myanmar'] },
  { pattern: /\p{Script=Lao}/u, script: 'Lao', fonts: ['lao'] },
  { pattern: /\p{Script=Ethiopic}/u, script: 'Amharic', fonts: ['ethiopic'] },
]

/** Packages that an installation does without until its guests write these scripts, as `npm install` takes them. */
export const optionalPackages: Readonly<Record<string, string>> = {
  Chinese: '@embedpdf/fonts-sc@1.0.0',
  Sinhala: '@expo-google-fonts/noto-sans-sinhala@0.4.2',
  Amharic: '@expo-google-fonts/noto-sans-ethiopic@0.4.2',
}
