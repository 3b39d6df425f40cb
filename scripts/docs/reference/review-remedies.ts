// The problem codes of review sessions, as in remedies.ts.
export const REVIEW_SESSION_REMEDIES: Record<string, string> = {
  'review-session.full': 'The session has as many members as it can have. Watch without joining.',
  'review-session.led':
    'Somebody else leads the session. They can offer the lead, or leave; then you can take it.',
  'review-session.member-taken':
    'Another person uses this member id. Send 24 random hexadecimal digits.',
  'review-session.not-leader': 'Take the lead first, if it is offered or the leader has left.',
  'review-session.not-member': 'Join the session with `PUT /reviewsessions/{id}/presence` first.',
  'review-session.too-many': 'Leave a session that you no longer need.',
  'review-session.view': '`beside` is compared with `version`, so send both or neither.',
}
