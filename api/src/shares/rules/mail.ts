import type { MailLanguage } from '../../studios/contract.ts'
import type { ShareKind } from '../contract.ts'

type SharedRecord = {
  kind: ShareKind
  language: MailLanguage
  /** Null while an embargo hides what is shared. */
  name: string | null
  message: string
  sender: string
  studio: string
  /** In seconds. */
  expires: number
  hasPassphrase: boolean
}

type Texts = {
  kinds: Record<ShareKind, string>
  subject: (values: { sender: string; what: string }) => string
  shared: (values: { sender: string; studio: string; what: string }) => string
  open: string
  passphrase: (sender: string) => string
  until: (day: string) => string
}

const TEXTS: Record<MailLanguage, Texts> = {
  en: {
    kinds: { delivery: 'a delivery', preview: 'a preview', offline: 'an offline', files: 'files' },
    subject: ({ sender, what }) => `${sender} shared ${what}`,
    shared: ({ sender, studio, what }) => `${sender} (${studio}) shared ${what}`,
    open: 'Open it here. You need no account:',
    passphrase: (sender) => `You need a passphrase, which ${sender} gives you.`,
    until: (day) => `The link is for you only, and works until ${day}.`,
  },
  de: {
    kinds: {
      delivery: 'eine Lieferung',
      preview: 'eine Vorschau',
      offline: 'ein Offline',
      files: 'Dateien',
    },
    subject: ({ sender, what }) => `Freigabe von ${sender}: ${what}`,
    shared: ({ sender, studio, what }) => `${sender} (${studio}) gibt für Sie frei: ${what}`,
    open: 'Hier öffnen Sie die Freigabe. Sie brauchen kein Konto:',
    passphrase: (sender) => `Sie brauchen eine Passphrase, die Sie von ${sender} bekommen.`,
    until: (day) => `Der Link ist nur für Sie und funktioniert bis zum ${day}.`,
  },
  ar: {
    kinds: { delivery: 'تسليم', preview: 'معاينة', offline: 'نسخة Offline', files: 'ملفات' },
    subject: ({ sender, what }) => `مشاركة من ${sender}: ${what}`,
    shared: ({ sender, studio, what }) => `مشاركة معك من ${sender} (${studio}): ${what}`,
    open: 'افتح المشاركة من هنا. لا تحتاج إلى حساب:',
    passphrase: (sender) => `تحتاج إلى عبارة مرور تحصل عليها من ${sender}.`,
    until: (day) => `هذا الرابط لك وحدك، ويعمل حتى ${day}.`,
  },
}

/** The mail with a share link. It names nothing that is under embargo. */
export function shareMail(
  { kind, language, name, message, sender, studio, expires, hasPassphrase }: SharedRecord,
  url: string,
): { subject: string; text: string } {
  const texts = TEXTS[language]
  const what = texts.kinds[kind] + (name === null ? '' : `${language === 'en' ? ':' : ','} ${name}`)
  return {
    subject: texts.subject({ sender, what }),
    text: [
      texts.shared({ sender, studio, what }),
      '',
      ...(message ? [message, ''] : []),
      texts.open,
      url,
      '',
      ...(hasPassphrase ? [texts.passphrase(sender)] : []),
      texts.until(dayIn(language, expires)),
      '',
    ].join('\n'),
  }
}

export const dayIn = (language: MailLanguage, seconds: number) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000)
