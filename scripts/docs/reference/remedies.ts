// What each code means to whoever gets it, and what they can do. That there is one for each code,
// and none too many, is tested.
// `<noun>.unknown` is explained once, by unknown().

export const unknown = (noun: string): string =>
  `There is no such ${noun}, or it is not visible to you: the answer is the same for both. Check the id, and as whom you call; a studio, an embargo or a role may hide it from you.`

export const REMEDIES: Record<string, string> = {
  'asset.differs':
    'The translation names another asset than its work request. Send the asset of the work request, or leave it to the order.',
  'body.cut': 'The connection ended before the body was whole. Nothing was changed; send it again.',
  'body.duplicate-key':
    'A key stands twice in one object, so it is not clear which one is meant. Send it once.',
  'body.encoding': 'The body is not UTF-8. Encode it so, and send it again.',
  'body.forbidden-key':
    'Keys named `__proto__`, `constructor` or `prototype` are not taken. Rename them.',
  'body.invalid':
    'The body is well-formed, but values in it are not. `errors` names every field at fault and what it should be; mend them all and send it again.',
  'body.malformed':
    'The body is not JSON, or not as long as `Content-Length` says. Look at what your program really sends.',
  'body.missing': 'This call needs a body: JSON, or the bytes of a file where it takes bytes.',
  'body.too-deep': 'The body is nested too deeply to be meant. Flatten it.',
  'body.too-large':
    'The body is longer than this call takes; `detail` says how long it may be. Files go to `/uploads` or `/files/:id/content`, not into JSON.',
  'body.too-slow':
    'The body did not arrive in time. Send it again over a better line; large files go piece by piece to `/uploads`.',
  'body.unknown-field':
    'The body has fields that this call does not know; `errors` names them. Often a spelling, or a field of another call.',
  'body.unsupported': 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
  'code.missing': 'The address was opened without its code. Open it as it stands in the mail.',
  'comment.answered': 'Words that somebody answered or resolved stand. Add an answer instead.',
  'comment.carried': 'The comment was made for an earlier version and carried over. Move it there.',
  'comment.nested': 'Threads are one level deep. Answer the first comment of the thread.',
  'comment.not-yours':
    'Only who takes part in the work request comments on it, and only who wrote a comment changes or removes it.',
  'comment.place':
    'The frame or the range does not lie in what is shown. `errors` says which, and how long it is.',
  'comment.removed': 'The comment was removed. Write a new one.',
  'created.malformed':
    'A span looks like `1700000000-1800000000` or `2026-01-01-2026-02-01`; either side may be left out.',
  'credential.refused':
    'No credential came, or it is wrong or no longer valid. Sign in with `GET /session` and your password, then send your e-mail and `token-<token>` as Basic. With a second factor, send `X-OTP` as well.',
  'download.budget':
    'You took more files in ten minutes than one person may. Wait as `Retry-After` says, or ask whoever runs the service for a larger `DOWNLOAD_BUDGET`.',
  'edit.refused':
    'The lines cannot be split, merged, shifted or rippled so; `detail` says why. Read them again and choose other lines or times.',
  'email.taken': 'Somebody has this address already. Use another, or find the person.',
  'encode.no-dub':
    'A dubbed version is ordered and its sound is not there. Bring a film with it into the material Dubbed, or bring the version itself.',
  'encode.no-film':
    'The asset has no film to put subtitles into. Bring one and make a preview of it.',
  'encode.not-failed': 'Only what failed can be tried again. Wait until it is ready or has failed.',
  'encode.not-wanted':
    'The order is in a status in which this is not made. Move the order on first.',
  'encode.replaced': 'It was tried again already. Look at the newest one of the order.',
  'field.protected':
    'You sent a field that is not yours to change, with another value than it has. `errors` names it; leave it out, or ask who may change it.',
  'file.damaged':
    'The stored bytes are no longer what came, so they are not given out. Bring the same bytes again: that heals the file.',
  'file.elsewhere': 'The file belongs to another asset. Name a file of this one.',
  'file.empty':
    'The file is registered, but its bytes have not come. Send them with `/uploads` or `PUT /files/:id/content`.',
  'file.has-content': 'The bytes of a file never change. Register a new file for other bytes.',
  'file.mismatch':
    'What came is not what was declared: its length, MD5 or SHA-256 differs. Nothing was kept. Look at the file you send, and begin a new upload.',
  'file.not-yours': 'Only who brought the file, or who holds `asset.write`, changes it.',
  'file.unverified':
    'The bytes have not come yet, or are still being looked into. Ask again in a moment, until `verified` is true.',
  'format.cannot-say':
    'A line cannot be written in this format: too long, too many rows, or signs it does not have. `errors` names each line; change them, or choose another format.',
  'grant.beyond-yours':
    'Nobody gives what they do not hold: a role, a right or a studio. Ask somebody who holds it.',
  'group.shared':
    'The group also belongs to studios that are not yours. Ask an admin to change it.',
  'group.studio-missing': 'A group belongs to a studio. Name at least one of yours.',
  'header.invalid':
    '`Last-Event-ID` must be an id that this stream gave. Without it you hear what comes from now on.',
  'header.twice': '`Host` or `Authorization` came twice. Send it once; a proxy may add its own.',
  'id.differs':
    '`_id` in the body is not the record in the address. Leave it out, or make them agree.',
  'id.missing': 'This address has no id, so `_id` in the body must say which record is meant.',
  'idempotency.in-flight':
    'The first request with this key is still being worked on. Repeat in a moment: the answer will be the same.',
  'idempotency.malformed':
    '`Idempotency-Key` must be 1 to 200 visible ASCII characters, such as a UUID.',
  'idempotency.other-body':
    'This key was used for another request within a day. A key belongs to one request; make a new one.',
  'idempotency.secret-shown':
    'It was done, and its secret was shown in the first answer, which is not kept. Ask for a new secret with a new key.',
  'import.broken':
    'The file cannot be read in this format. `faults` names line and column of each fault; mend them, or choose the format it really has.',
  'import.unfit':
    'The file can be read, but something in it cannot be a line here, such as a text that is too long. `errors` names each.',
  'invitation.refused':
    'The invitation was used, or is older than it may be. Ask whoever invited you for a new one.',
  'job.not-failed':
    'Only a job that has failed can be tried again. The others are done by themselves.',
  'line.changed':
    'Somebody changed the same words since you read them, so neither is lost. The answer holds the line as it is now; decide, and send it with its `version`.',
  'line.version-unknown':
    'The line never had this version. Read it again and send the `version` you find.',
  'lines.invalid':
    'A line has a fault: a time that is not one, an end before its beginning, marks that are not closed. `errors` names each.',
  'lines.too-many': 'A sheet has no room for more lines. Merge some, or put them on another sheet.',
  'link.refused':
    'The signed address is no longer valid, was changed, or is not yours. Read the record again: it holds a new one.',
  'material.follows':
    'This material follows its translation and cannot be set by hand. Hand the translation in, or approve it.',
  'material.unknown':
    'The order asks for no such material. `materials` of the order names those it does.',
  'merge.conflicts':
    'Lines were changed in the original and in the translation. The answer lists them as `conflicts`; say for each whether `ours` or `theirs` stands.',
  'method.unknown': 'This address does not know the method. `Allow` names those it knows.',
  'metrics.refused':
    'Metrics are answered to this machine alone. Set `METRICS_TOKEN` and send it as a Bearer token.',
  'offline.decided':
    'The offline is approved or rejected already. Bring a new one to decide again.',
  'offline.no-frames':
    'Markers need frames, and what this offline shows has none, or it is still being looked into. Ask for `format=csv`, or again in a moment.',
  'offline.not-yours': 'Only who may approve the work request decides about its offline.',
  'offline.old': 'There is a newer offline. Decide that one.',
  'offline.reason-missing':
    'A rejection needs a `reason` and a `code`, so that whoever mends it knows what to do.',
  'offline.too-late': 'The work request has gone on, and is no longer for review.',
  'offline.too-soon': 'The work request takes no offline in this status. Hand it in first.',
  'order.unknown':
    'The list cannot be ordered by this. `detail` names what it can be ordered by; a minus before it turns the order round.',
  'origin.refused':
    'A page of another site tried to use your credential. Call from the site of the service, or from a program.',
  'params.invalid': 'Something in the path has a form that no id or number has. `errors` names it.',
  'params.unknown-field': 'The path holds something this call does not know. `errors` names it.',
  'password.current-wrong': 'To set a new password, send the present one as `currentPassword`.',
  'password.weak':
    'The password is too short, too common or too long; `detail` says which. Twelve characters or more that nobody else uses.',
  'path.unknown': 'There is nothing at this address. The API begins at `/api`.',
  'phase.closed':
    'In its present phase the asset cannot be ordered by you, or not so. `errors` names what is closed; ask the studio, or order what `$permissions.access` of the asset allows.',
  'phase.refused':
    'The asset cannot go from its phase to that one, or not by you, or not without a `reason`. `detail` says which.',
  'phase.unknown':
    'The workflow of the asset has no such phase. `workflow.definition.phases` names those it has.',
  'preview.making':
    'It is still being made. Ask again as `Retry-After` says; `progress` tells how far it is.',
  'preview.none':
    'Nothing can be shown: the bytes have not come, are no film, sound or picture, or could not be played. `detail` says why.',
  'profile.unknown':
    'There is no such profile of checks. `detail` names those there are; see also [subtitle checks](checks.md).',
  'project.differs': 'The asset is in another project than you named. Leave `project` out.',
  'query.invalid': 'A value in the query has a fault. `errors` names each.',
  'query.twice':
    'A parameter stands twice in the query. Send it once; several values go into one, with commas, where that is allowed.',
  'query.unknown-field':
    'The query has a parameter that this call does not know; `errors` names it.',
  'range.malformed':
    '`X-Range` looks like `resources=0-9`: two whole numbers, both included, the first not greater than the last.',
  'range.unsatisfiable': 'The range lies outside the file. `Content-Range` says how long it is.',
  'rate.exceeded': 'Too many tries came from you or your network. Wait as `Retry-After` says.',
  'reason.missing': 'The material was complete. Say in `reason` why it is open again.',
  'record.changed':
    'The record changed since you read it, so your change is not made over somebody else’s. Read it again, and send the change with its new `ETag`.',
  'record.contended':
    'Others changed the same record at the same moment. Nothing was changed; send it again.',
  'record.in-use':
    'Something refers to the record, so it stays; `detail` says what. Take it out there first.',
  'record.taken': 'Another record has this name or code already. Choose another.',
  'reference.unknown':
    'The body names a record that is unknown or not visible to you. `errors` says where.',
  'request.malformed':
    'The request is not one that HTTP knows. Look at what your program or proxy really sends.',
  'reset.refused':
    'The link for a new password was used, or is older than it may be. Ask for a new one.',
  'right.missing':
    'You are signed in, but lack the right that `detail` names. See [who may do what](permissions.md), and ask a manager of your studio.',
  'script.exists': 'The asset has a script of this part already. Change that one.',
  'service.busy':
    'Too much at once, or the database is away for a moment. Nothing is known to be changed: repeat as `Retry-After` says, with the same `Idempotency-Key`.',
  'service.fault':
    'A mistake of ours. It is in the log under the `requestId`; send that to whoever runs the service.',
  'session.token-needed': 'Sign out with the token that is to be revoked, not with a password.',
  'slug.taken':
    'Another record of this collection has the slug. Choose another, or leave it out and one is made from the name.',
  'storage.away':
    'The store of the files does not answer. What was kept is safe; try again in a moment.',
  'storage.full':
    'There is no room for more bytes. What was kept is safe; whoever runs the service must make room.',
  'studios.missing': 'Say in `studios` or `groups` where the person will work.',
  'territory.not-yours':
    'You order for your own territory. Leave `territory` out, or ask the studio to order for another.',
  'territory.taken': 'There is a territory with this code already.',
  'territory.unknown': `${unknown('territory')} In a body (422) it is the code of the territory that is unknown.`,
  'tmx.encoding': 'The TMX file is neither UTF-8 nor UTF-16. Save it as one of these.',
  'tmx.invalid':
    'The TMX file has a fault at the line and column that `detail` names. Nothing of it was taken.',
  'token.expired':
    'The token would be over before it begins. Set `expires` into the future, in seconds since 1970, or leave it out.',
  'translation.checks-failed':
    'Errors of the checks keep the translation from being handed in. `findings` names each with its line, and a fix where one is safe; see [subtitle checks](checks.md).',
  'translation.locked':
    'The translation is handed in or approved, so its lines are closed. Take it back to `incomplete` first.',
  'translation.move-refused':
    'The translation cannot become that, or not by you, or not yet. `missing` names what stands in the way.',
  'translation.not-yours':
    'A translator works on what they were given. Ask the studio or the vendor to give it to you.',
  'twofactor.enforced': 'Your studio requires a second factor of you, so it cannot be ended.',
  'twofactor.exists': 'You have a second factor already. End it before you begin another.',
  'twofactor.needed': 'Sign in with your second factor (`X-OTP`) to end it.',
  'twofactor.wrong-code':
    'The code is wrong or was used. Compare the clock of your phone, and send the next one.',
  'upload.busy':
    'Another connection still sends bytes of this upload. Wait a moment, ask for the offset with HEAD, and go on from there.',
  'upload.checksum-mismatch':
    'The bytes changed on their way. None of this call was kept; send them again from the same offset.',
  'upload.checksum-unknown':
    '`Upload-Checksum` is an algorithm the service knows, a space, and the digest in base64.',
  'upload.file-missing':
    'Register the file with `POST /files`, and name its id as `file` in `Upload-Metadata`.',
  'upload.gone':
    'The upload is over: done, given up or expired. Begin a new one if the file has no bytes yet.',
  'upload.offset-conflict':
    'The offset is not where the service stands. Ask for it with HEAD, and go on from there.',
  'upload.refused':
    'The request is not one that tus 1.0 knows. `detail` says what is wrong with it.',
  'upload.taken-over': 'Another connection went on with this upload. Ask for its offset with HEAD.',
  'upload.too-large': 'The file is larger than the service takes.',
  'upload.unsupported':
    'The service does not speak this extension of tus. `OPTIONS /uploads` names those it does.',
  'upload.version': 'Send `Tus-Resumable: 1.0.0`.',
  'user.mightier': 'The person holds permissions that you do not. Ask somebody who holds them.',
  'user.registered':
    'The person has registered. Who forgot the password asks for a new one at the sign-in.',
  'user.self': 'Nobody disables themselves. Ask another manager or an admin.',
  'username.differs': '`username` is always the e-mail address. Leave it out.',
  'value.invalid':
    'A value cannot be stored: a character, a form or a size that the database does not know. Mend it and send it again.',
  'webhook.asleep':
    'Whoever gave the webhook its address no longer manages the studio, so it sends nothing. Make one of your own.',
  'webhook.inactive': 'The webhook is switched off. Set `active` to true first.',
  'webhook.too-many': 'The studio has as many webhooks as it may. Remove one first.',
  'webhook.url-refused':
    'The address is not https, not public, or not one that can be called; `detail` says which. See [webhooks](../webhooks.md).',
  'workflow.invalid':
    'The definition cannot be followed: a phase that leads nowhere, or to one that is not there. `errors` names each.',
  'workflow.phase-in-use': 'Assets are in a phase you take away. Move them on first.',
  'workrequest.locked':
    'What was ordered stands once the order is handed in. Take it back to `incomplete` to change it.',
  'workrequest.move-refused':
    'The order cannot go there, or not by you, or not yet. `missing` names everything that stands in the way and who can help; `GET /workrequests/:id/moves` says where it can go.',
  'workrequest.unfinished':
    'The order is not whole enough to be handed in. `errors` names what is missing.',
  'zone.unknown': 'A time zone is an IANA name such as `Europe/Berlin`.',
}
