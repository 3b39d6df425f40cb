import { presentComment, type StoredOfflineComment } from '../../offlines/rules/comments.ts'
import type { SharedComment } from '../contract.ts'

export function presentSharedComment(stored: StoredOfflineComment): SharedComment {
  const { _id, from, text, frame, timecode, replyTo, created } = presentComment(stored, {
    host: '',
  })
  return { _id, name: from.name, text, frame, timecode, replyTo, created }
}
