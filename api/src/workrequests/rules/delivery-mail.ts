import type { MailLanguage } from '../../studios/contract.ts'

export type DeliveredUse = { use: string; names: string[]; embargoed: boolean }
type DeliveredOrder = {
  project: string
  asset: string
  territory: string
  language: string
  mailLanguage: MailLanguage
  /** The share link of the recipient. */
  url: string
}

type Texts = {
  hello: string
  /** Stands for a version under embargo. */
  secretVersion: string
  subject: (version: string, uses: string) => string
  finished: (version: string, uses: string) => string
  open: string
}

const TEXTS: Record<MailLanguage, Texts> = {
  en: {
    hello: 'Hello,',
    secretVersion: 'A version',
    subject: (version, uses) => `${version} is ready for ${uses}`,
    finished: (version, uses) => `${version} is finished and ready for ${uses}.`,
    open: 'Watch and download it here. You need no account, and the link is for you only:',
  },
  de: {
    hello: 'Guten Tag,',
    secretVersion: 'Eine Fassung',
    subject: (version, uses) => `${version} ist bereit für ${uses}`,
    finished: (version, uses) => `${version} ist fertig und bereit für ${uses}.`,
    open: 'Hier können Sie sie ansehen und herunterladen. Sie brauchen kein Konto, und der Link ist nur für Sie:',
  },
  ar: {
    hello: 'مرحبًا،',
    secretVersion: 'نسخة جديدة',
    subject: (version, uses) => `جاهز للاستخدام (${uses}): ${version}`,
    finished: (version, uses) => `اكتمل العمل، وهو جاهز للاستخدام (${uses}): ${version}.`,
    open: 'المشاهدة والتنزيل من هنا. لا تحتاج إلى حساب، والرابط لك وحدك:',
  },
}

/**
 * The mail to a recipient who cannot see the order with an account. It has a share link, contains no
 * files, and names nothing that is under embargo.
 */
export function deliveryMail(
  { project, asset, territory, language, mailLanguage, url }: DeliveredOrder,
  delivered: readonly DeliveredUse[],
): { subject: string; text: string } {
  const texts = TEXTS[mailLanguage]
  const isSecret = delivered.some(({ embargoed }) => embargoed)
  const uses = delivered.map(({ use }) => use).join(', ')
  const nameOf = (...parts: string[]) => (isSecret ? texts.secretVersion : parts.join(' · '))
  const files = isSecret
    ? []
    : delivered.flatMap(({ use, names }) => [`${use}:`, ...names.map((name) => `  ${name}`), ''])
  return {
    subject: texts.subject(nameOf(project, asset, language, territory), uses),
    text: [
      texts.hello,
      '',
      texts.finished(nameOf(project, asset, territory, language), uses),
      '',
      ...files,
      texts.open,
      url,
    ].join('\n'),
  }
}
