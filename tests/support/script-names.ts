/** One name for each script that names are printed in, with what is hard about it. */
export const scriptNames = {
  Latin: 'Łukasz Żółć Ðorđe ÅÄÖßẞ',
  Greek: 'Γιώργος Παπαδόπουλος',
  Cyrillic: 'Владимир Ёлкин Їжак',
  Vietnamese: 'Nguyễn Thị Phương Thảo',
  Arabic: 'محمد عبد الله (١٢)',
  Persian: 'علی ۱۲۳/۴۵ رضا',
  Hebrew: 'שָׁלוֹם כהן 34',
  Thai: 'สมชาย ใจดี',
  Devanagari: 'अमिताभ श्रीवास्तव क्षितिज',
  Japanese: '髙橋 﨑山 𠮷田 カタカナ',
  emoji: 'Ada 👩‍🚀 🎟️ 🇳🇴',
}
