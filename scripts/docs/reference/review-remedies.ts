// The problem codes of offlines and review sessions, as in remedies.ts.
export const REVIEW_REMEDIES: Record<string, string> = {
  'offline.already-decided':
    'The offline is already approved or rejected. Upload a new one to decide again.',
  'offline.withdrawal-expired':
    'A decision can be withdrawn for a minute. Upload a new offline to decide again.',
  'offline.decision-in-use':
    'Something followed from the decision, such as a new offline or the delivery. Move the work request instead.',
  'offline.no-frames':
    'Markers need frames, and this offline has none or is still being inspected. Use `format=csv`, or try again in a moment.',
  'offline.decision-forbidden': 'Ask the person who decided, or upload a new offline.',
  'offline.forbidden':
    'Only somebody who can approve the work request can approve or reject its offlines.',
  'offline.outdated': 'There is a newer offline. Approve or reject that one.',
  'offline.reason-required':
    'A rejection needs a `reason` and a `code`, so that the vendor knows what to fix.',
  'offline.review-closed': 'The work request is no longer in review.',
  'offline.not-allowed': 'The work request accepts no offline in this status. Submit it first.',
  'offline.not-decided': 'The offline has no decision. Somebody may have withdrawn it already.',
  'review-session.full': 'The session has as many members as it can have. Watch without joining.',
  'review-session.has-leader':
    'Somebody else leads the session. They can offer the lead, or leave; then you can take it.',
  'review-session.member-in-use':
    'Another person uses this member id. Send 24 random hexadecimal digits.',
  'review-session.not-leader': 'Take the lead first, if it is offered or the leader has left.',
  'review-session.not-member': 'Join the session with `PUT /reviewsessions/{id}/presence` first.',
  'review-session.too-many': 'Leave a session that you no longer need.',
  'review-session.version-required':
    '`beside` is compared with `version`, so send both or neither.',
}
