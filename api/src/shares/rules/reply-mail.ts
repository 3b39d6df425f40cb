import type { MailLanguage } from '../../studios/contract.ts'
import { dayIn } from './mail.ts'

type Replies = {
  language: MailLanguage
  /** What is shared, in words. */
  name: string
  studioName: string
  /** Who replied. */
  names: string[]
  count: number
  /** In seconds. */
  expires: number
  hasPassphrase: boolean
}
type Texts = {
  subject: (count: number, film: string) => string
  replied: (values: { count: number; names: string; studio: string; film: string }) => string
  open: string
  passphrase: string
  until: (day: string) => string
  unsubscribe: string
}

const TEXTS: Record<MailLanguage, Texts> = {
  en: {
    subject: (count, film) =>
      count === 1 ? `Reply to your comment: ${film}` : `${count} replies to your comments: ${film}`,
    replied: ({ count, names, studio, film }) =>
      count === 1
        ? `${names} (${studio}) replied to your comment on ${film}.`
        : `${names} (${studio}) replied to your comments on ${film}. There are ${count} new replies.`,
    open: 'Read it here. You need no account:',
    passphrase: 'You need the same passphrase as before.',
    until: (day) => `The link is for you only, and works until ${day}.`,
    unsubscribe: 'To stop mails about replies, open:',
  },
  de: {
    subject: (count, film) =>
      count === 1
        ? `Antwort auf Ihren Kommentar: ${film}`
        : `${count} Antworten auf Ihre Kommentare: ${film}`,
    replied: ({ count, names, studio, film }) =>
      count === 1
        ? `Neue Antwort von ${names} (${studio}) auf Ihren Kommentar zu ${film}.`
        : `${count} neue Antworten von ${names} (${studio}) auf Ihre Kommentare zu ${film}.`,
    open: 'Hier lesen Sie weiter. Sie brauchen kein Konto:',
    passphrase: 'Sie brauchen dieselbe Passphrase wie bisher.',
    until: (day) => `Der Link ist nur für Sie und funktioniert bis zum ${day}.`,
    unsubscribe: 'Mails über Antworten bestellen Sie hier ab:',
  },
  ar: {
    subject: (count, film) =>
      count === 1 ? `رد على تعليقك: ${film}` : `ردود جديدة على تعليقاتك (${count}): ${film}`,
    replied: ({ count, names, studio, film }) =>
      count === 1
        ? `رد جديد من ${names} (${studio}) على تعليقك على ${film}.`
        : `ردود جديدة من ${names} (${studio}) على تعليقاتك على ${film}. عددها: ${count}.`,
    open: 'اقرأ من هنا. لا تحتاج إلى حساب:',
    passphrase: 'تحتاج إلى عبارة المرور نفسها.',
    until: (day) => `هذا الرابط لك وحدك، ويعمل حتى ${day}.`,
    unsubscribe: 'لإيقاف الرسائل عن الردود افتح:',
  },
}

/** The text of the replies is only on the page of the share. */
export function replyMail(
  { language, name, studioName, names, count, expires, hasPassphrase }: Replies,
  { url, unsubscribe }: { url: string; unsubscribe: string },
): { subject: string; text: string } {
  const texts = TEXTS[language]
  const people = new Intl.ListFormat(language).format(names)
  return {
    subject: texts.subject(count, name),
    text: [
      texts.replied({ count, names: people, studio: studioName, film: name }),
      '',
      texts.open,
      url,
      '',
      ...(hasPassphrase ? [texts.passphrase] : []),
      texts.until(dayIn(language, expires)),
      '',
      texts.unsubscribe,
      unsubscribe,
      '',
    ].join('\n'),
  }
}
