import { IntlMessageFormat } from 'intl-messageformat'

/** Every sentence of the door in English, as ICU messages. A language is another object with these keys. */
const english = {
  'pair.title': 'Pair this phone',
  'pair.text':
    'This phone will keep the list of an event: ticket numbers, and names that open only with a ticket before the camera. Whoever loses it tells the organiser, who revokes it.',
  'pair.button': 'Pair this phone',
  'pair.none': 'Scan the code on the page “Doors” of the organiser with the camera of this phone.',
  'pair.ended': 'This code was used, or its ten minutes are over. Ask for a new one.',
  'pair.failed': 'The service could not be reached. Try again.',
  'pair.revoked': 'This phone was revoked. It has deleted what it kept.',
  'secure.none':
    'This address has no https. Phones then open no camera and keep no list: ask the organiser for the https address.',
  'tab.other': 'The door is open in another tab of this phone. Close one of them.',
  'start.title': 'Is this your door?',
  'start.list': '{count, plural, one {# ticket} other {# tickets}} on this phone.',
  'start.loading': 'Loading the list: {count, number}',
  'start.gate': 'Gate',
  'start.anyGate': 'No gate',
  'start.event': 'Event',
  'start.yes': 'Yes, open this door',
  'start.in': 'Way in',
  'start.out': 'Way out',
  'start.home': 'Add this page to the home screen, so that the phone keeps its list.',
  'net.ok': 'In step',
  'net.off': 'No network',
  'net.age': '· {minutes, plural, =0 {just now} one {# min ago} other {# min ago}}',
  'net.old': '· list {minutes, plural, =0 {just now} one {# min old} other {# min old}}',
  'net.send': '{count, number} to send',
  'cam.hold': 'Hold the next one here',
  'cam.none': 'No camera. Type the code, or use a scanner.',
  'cam.light': 'Light',
  'yes.word': 'Come in',
  'yes.out': 'Goodbye',
  'yes.since': 'Sold after this list was loaded; its signature is right.',
  'yes.reissued': 'Passed on after this list was loaded; its signature is right.',
  'yes.alone': 'Not compared with the other phones yet.',
  'yes.askName': 'The letters were typed: ask for the name on the ticket.',
  'yes.family':
    '{count, plural, one {# more of this order is outside.} other {# more of this order are outside.}}',
  'yes.all': 'Let all {count, number} in',
  'wait.word': 'One moment',
  'seen.word': 'Already used',
  'seen.when': '{time}, {gate}',
  'seen.here': 'this phone',
  'seen.elsewhere': 'another door',
  'seen.ago': '{minutes, plural, =0 {just now} one {# minute ago} other {# minutes ago}}',
  'seen.ask': 'Ask: which name is on the ticket?',
  'seen.once': 'One code, one person, one time. Send them to the desk; it sees who came in.',
  'seen.undo': 'Undo that one',
  'desk.word': 'Ask the desk',
  'desk.unknown': 'This phone does not know the ticket. It may be newer than the list.',
  'desk.send': 'Send them to the desk: it finds them by name. Nobody is turned away here.',
  'no.word': 'Not this one',
  'no.security_code_not_valid': 'This is no ticket of this event, or its code is wrong.',
  'no.attendee_not_authorized': 'This ticket does not admit: it was given back, or is not paid.',
  'no.event_cancelled': 'The event was called off.',
  'no.event_not_happening_now': 'It is too early or too late to come in.',
  'no.passed_on': 'This ticket was passed on. A newer one was mailed.',
  'no.wrong_code': 'These letters are no code of this event. Type them again, one by one.',
  'no.too_many_codes':
    'Too many wrong codes were typed here. Scan the picture, or send them to the desk.',
  'no.other_event': 'This ticket is for another event.',
  'no.other_gate': 'This ticket is for another gate.',
  'no.unknown': 'This is no ticket of this site.',
  'no.newest': '“Please open our newest mail.” Scan that one.',
  'no.desk': 'Otherwise the desk helps. Nobody is turned away here.',
  'no.gate': 'Send them to: {gates}.',
  'note.title': 'Read this first',
  'note.done': 'Done',
  'act.next': 'Scan another',
  'act.undo': 'Undo',
  'act.type': 'Type',
  'act.last': 'Last',
  'act.more': 'More',
  'act.back': 'Back',
  'foot.inside': 'inside of {expected, number}',
  'type.label': 'The eight letters on the ticket',
  'type.hint': 'They stand beside the picture, such as “KRTM WXAB”. Then ask for the name.',
  'type.check': 'Check',
  'last.title': 'The last {count, number}',
  'last.none': 'Nothing was scanned yet.',
  'more.guestIn': 'Guest without a ticket: in',
  'more.guestOut': 'Guest without a ticket: out',
  'more.out': 'Scan people out',
  'more.in': 'Scan people in',
  'more.practice': 'Practice: {on, select, yes {on, nothing is written} other {off}}',
  'more.sound': 'Test sound and vibration',
  'more.export': 'Save what was not sent as a file',
  'more.door': 'Another door',
  'more.unpair': 'Unpair this phone',
  'more.unpairUnsent':
    'This phone has {count, plural, one {# scan} other {# scans}} that were not sent. Type its name, {name}, to delete them.',
  'more.stored':
    'Storage: {kept, select, yes {kept by the phone} other {may be deleted by the phone; add the page to the home screen}}.',
  'practice.bar': 'Practice: nothing is written',
  'clock.off': 'The clock of this phone is more than a day off. Set it right.',
  'end.admitted': 'Came in',
  'end.repeat': 'Already used',
  'end.refused': 'Turned to the desk',
  'end.conflict': 'Came in, but the ticket was used before',
  'end.out': 'Went out',
  'end.undone': 'Taken back',
  'end.waits': 'Not answered',
  'end.counted': 'Guest counted',
} as const

export type WordKey = keyof typeof english

const made = new Map<WordKey, IntlMessageFormat>()

/** A sentence in the language of the door. */
export function say(key: WordKey, values: Record<string, string | number> = {}): string {
  const format = made.get(key) ?? new IntlMessageFormat(english[key], 'en')
  made.set(key, format)
  return String(format.format(values))
}

export const isWord = (key: string): key is WordKey => Object.hasOwn(english, key)
