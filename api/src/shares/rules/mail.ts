import type { ShareKind } from '../contract.ts'

type SharedRecord = {
  kind: ShareKind
  /** Null while an embargo hides what is shared. */
  name: string | null
  message: string
  sender: string
  studio: string
  /** In seconds. */
  expires: number
  hasPassphrase: boolean
}

const WORDS: Record<ShareKind, string> = {
  delivery: 'a delivery',
  preview: 'a preview',
  offline: 'an offline',
  files: 'files',
}

/** The mail with a share link. It names nothing that is under embargo. */
export function shareMail(
  { kind, name, message, sender, studio, expires, hasPassphrase }: SharedRecord,
  url: string,
): { subject: string; text: string } {
  const what = `${WORDS[kind]}${name === null ? '' : `: ${name}`}`
  return {
    subject: `${sender} shared ${what}`,
    text: [
      `${sender} (${studio}) shared ${what}`,
      '',
      ...(message ? [message, ''] : []),
      'Open it here. You need no account:',
      url,
      '',
      ...(hasPassphrase ? [`You need a passphrase, which ${sender} gives you.`] : []),
      `The link is for you only, and works until ${new Date(expires * 1000).toISOString().slice(0, 10)}.`,
      '',
    ].join('\n'),
  }
}
