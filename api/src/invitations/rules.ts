import { UNANSWERED } from '../access/rules.ts'
import type { StudioCaller } from '../kernel/http/contract/caller.ts'
import type { Rejection } from '../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { MailLanguage } from '../studios/contract.ts'
import type { WorkRequest } from '../workrequests/contract.ts'
import { mustAnswer } from '../workrequests/rules/assignment.ts'
import { isFinal } from '../workrequests/rules/fields.ts'
import type { RequestInvitation } from './contract.ts'

export type StoredRequestInvitation = Omit<RequestInvitation, '$links'>

type Invited = Pick<WorkRequest, 'status' | 'vendor' | 'assignment'> & { from: { _id: string } }
type Inviter = Pick<StudioCaller, '_id' | 'roles'> & { groups: readonly string[] }

/** The owner, the studio, and the vendor who sees the request. */
export const mayInvite = ({ from }: Pick<Invited, 'from'>, by: Pick<Inviter, '_id' | 'roles'>) =>
  by._id === from._id || by.roles.some((role) => ['studio', 'admin', 'vendor'].includes(role))

export function checkInvite(request: Invited, by: Inviter): Rejection | undefined {
  if (!mayInvite(request, by))
    return {
      status: 403,
      code: 'permission.required',
      detail: 'Only the owner, the vendor and the studio can invite people to a work request.',
    }
  if (mustAnswer(request, by)) return UNANSWERED
  if (isFinal(request.status))
    return {
      status: 409,
      code: 'invitation.request-closed',
      detail: `Nobody can be invited to a work request that is ${request.status}.`,
    }
  return undefined
}

export const presentInvitation = (
  invitation: StoredRequestInvitation,
  { host }: Pick<ReplyContext, 'host'>,
): RequestInvitation => {
  const workRequest = `//${host}/api/workrequests/${invitation.workRequest}`
  return {
    ...invitation,
    $links: { self: `${workRequest}/invitations`, workRequest },
  }
}

type InvitationMailTexts = {
  tasks: Record<RequestInvitation['as'], string>
  subject: (by: string, task: string) => string
  invited: (by: string, task: string) => string
  accept: string
}

const MAIL_TEXTS: Record<MailLanguage, InvitationMailTexts> = {
  en: {
    tasks: { translator: 'translate a version', reviewer: 'review a version' },
    subject: (by, task) => `${by} invited you to ${task}`,
    invited: (by, task) => `${by} invited you to ${task} in Reelay.`,
    accept: 'Accept the invitation within 14 days:',
  },
  de: {
    tasks: { translator: 'eine Fassung zu übersetzen', reviewer: 'eine Fassung zu prüfen' },
    subject: (by, task) => `${by} lädt Sie ein, ${task}`,
    invited: (by, task) => `${by} lädt Sie ein, in Reelay ${task}.`,
    accept: 'Nehmen Sie die Einladung innerhalb von 14 Tagen an:',
  },
  ar: {
    tasks: { translator: 'ترجمة نسخة', reviewer: 'مراجعة نسخة' },
    subject: (by, task) => `دعوة من ${by} إلى ${task}`,
    invited: (by, task) => `دعوة من ${by} إلى ${task} في Reelay.`,
    accept: 'اقبل الدعوة خلال 14 يومًا:',
  },
}

/** It names no film: anybody may forward it. */
export function invitationMail(
  { as, by, language }: { as: RequestInvitation['as']; by: string; language: MailLanguage },
  url: string,
): { subject: string; text: string } {
  const texts = MAIL_TEXTS[language]
  const task = texts.tasks[as]
  return {
    subject: texts.subject(by, task),
    text: [texts.invited(by, task), '', texts.accept, url, ''].join('\n'),
  }
}
