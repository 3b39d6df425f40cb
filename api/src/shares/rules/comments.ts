import { presentComment, type StoredOfflineComment } from '../../offlines/rules/comments.ts'
import type { SharedComment } from '../contract.ts'

export function presentSharedComment(comment: StoredOfflineComment): SharedComment {
  const { from, _id, text, frame, timecode, drawing, replyTo, created } = presentComment(comment, {
    host: '',
  })
  return { _id, name: from.name, text, frame, timecode, drawing, replyTo, created }
}
