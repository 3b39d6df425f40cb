import { studios, type shares } from '@reelay/api/contract'

export const DEFAULT_DAYS = 30

/** What the dialog shares. */
export type DialogSubject =
  | { kind: 'delivery' | 'preview' | 'offline'; id: string }
  | { kind: 'files'; files: { _id: string; name: string }[] }

type ReadText = (form: FormData, name: string) => string

/** Without recipients the share has an open link. It works until the end of the chosen day. */
export function toNewShare(
  subject: DialogSubject,
  form: FormData,
  text: ReadText,
): shares.NewShare {
  const emails = text(form, 'recipients')
    .split(/[\s,;]+/)
    .filter(Boolean)
  const chosen = form.getAll('file').filter((value) => typeof value === 'string')
  const mailLanguage = studios.MAIL_LANGUAGES.find((one) => one === text(form, 'mailLanguage'))
  const passphrase = text(form, 'passphrase')
  const expires = Date.parse(`${text(form, 'expires')}T23:59:59`)
  return {
    kind: subject.kind,
    ...(subject.kind === 'files'
      ? { files: subject.files.length > 1 ? chosen : subject.files.map(({ _id }) => _id) }
      : { subject: subject.id }),
    ...(emails.length && { recipients: emails.map((email) => ({ email })) }),
    ...(mailLanguage && { mailLanguage }),
    ...(Number.isFinite(expires) && { expires: Math.floor(expires / 1000) }),
    ...(passphrase && { passphrase }),
    mayDownload: form.has('mayDownload'),
    mayComment: form.has('mayComment'),
    mayDecide: form.has('mayDecide'),
    mayFollow: form.has('mayFollow'),
    watermark: form.has('watermark'),
  }
}
