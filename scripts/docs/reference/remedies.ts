// What each problem code means and how to fix it. A test checks that every code has an entry and
// that no entry is unused. `<noun>.not-found` has one text for all nouns.
import { DRAFT_REMEDIES } from './draft-remedies.ts'
import { REVIEW_REMEDIES } from './review-remedies.ts'
import { SIGN_IN_REMEDIES } from './sign-in-remedies.ts'

export const notFoundText = (noun: string): string =>
  `There is no such ${noun}, or it is not visible to you; the response is the same for both. Check the id and your account: a studio, an embargo or a role may hide it.`

export const REMEDIES: Record<string, string> = {
  ...DRAFT_REMEDIES,
  ...REVIEW_REMEDIES,
  ...SIGN_IN_REMEDIES,
  'after.malformed':
    'Take `after` from the `Link` header of a page of the same list with the same filters and order, or start at the first page again.',
  'asset.mismatch':
    'The translation names a different asset than its work request. Send the asset of the work request, or omit it.',
  'assignment.automatic':
    'The service makes this version alone. Set `auto` to false to assign it to a vendor.',
  'assignment.already-decided':
    'The vendor has already answered with another decision. The studio can assign the work request again.',
  'assignment.request-closed':
    'The work request is complete or cancelled, so it needs no vendor. Reopen it first.',
  'assignment.not-assigned':
    'The work request is not assigned to a vendor, so there is nothing to answer.',
  'assignment.deadline-in-past':
    'Choose a time in the future for `respondBy`, in seconds since 1970.',
  'assignment.not-accepted': 'Accept the request with `PUT /workrequests/{id}/assignment` first.',
  'body.incomplete':
    'The connection ended before the whole body arrived. Nothing was changed; send it again.',
  'body.duplicate-key': 'An object has the same key twice. Send it once.',
  'body.encoding-invalid': 'The body is not UTF-8. Encode it as UTF-8 and send it again.',
  'body.forbidden-key':
    'Keys named `__proto__`, `constructor` or `prototype` are not accepted. Rename them.',
  'body.invalid':
    'The body is well-formed, but some values are invalid. `errors` names every invalid field and what it should be; fix them all and send it again.',
  'body.malformed':
    'The body is not JSON, or its length differs from `Content-Length`. Check what your program really sends.',
  'body.required': 'This request needs a body: JSON, or the bytes of a file.',
  'body.too-deep': 'The body is nested too deeply. Flatten it.',
  'body.too-many-keys': 'An object in the body has too many keys. Send only fields of the record.',
  'body.too-large':
    'The body is longer than this endpoint accepts; `detail` says how long it may be. Send files to `/uploads` or `/files/:id/content`, not in JSON.',
  'body.timeout':
    'The body did not arrive in time. Send it again over a better connection; send large files in chunks to `/uploads`.',
  'body.unknown-field':
    'The body has fields that this endpoint does not know; `errors` names them. Check their spelling.',
  'body.type-unsupported': 'Send `Content-Type: application/json` in UTF-8, not compressed.',
  'calendar.too-many':
    'You have the largest number of calendar subscriptions. Revoke one that you no longer use.',
  'code.required': 'The link was opened without its code. Open it exactly as it is in the email.',
  'comment.locked':
    'A comment that has a reply or is resolved cannot be changed. Add a reply instead.',
  'comment.from-earlier-version':
    'The comment was carried over from an earlier version. Change its position on that version.',
  'comment.already-decided':
    'Somebody has already accepted or rejected this suggestion. Read it again; for another text, make a new suggestion.',
  'comment.empty': 'Send `text`, `suggestion`, or both.',
  'comment.nested': 'Replies cannot be nested. Reply to the first comment of the thread.',
  'comment.forbidden':
    'Only people who take part in the work request can comment, and only the author can change or remove a comment.',
  'comment.position-invalid':
    'The frame or range is outside the video. `errors` names it and the length of the video.',
  'comment.removed': 'The comment was removed. Write a new one.',
  'compute.out-of-memory':
    'Reading, checking, comparing or writing these lines needs more memory than one request may use. Nothing was changed. Split the file, or check whether it is damaged.',
  'compute.timeout':
    'Reading, checking, comparing or writing these lines takes longer than one request may take. Nothing was changed. Split the file, or check whether it is damaged.',
  'conform.outdated': 'The lines or comments changed after the plan was made. Make a new plan.',
  'created.malformed':
    'Use a range such as `1700000000-1800000000` or `2026-01-01-2026-02-01`; either end may be omitted.',
  'credential.invalid':
    'The credential is missing, wrong or no longer valid. Sign in with `GET /session` and your password, then send your email and `token-<token>` as Basic authentication. With a second factor, also send `X-OTP`.',
  'cut.invalid': 'Export the cut again, as CMX3600 EDL or OTIO. `errors` names each line.',
  'device.exists':
    'The session already belongs to a device on which you stay signed in. `GET /session/devices` lists it.',
  'device.web-session-required':
    'Only sessions of the web app can stay signed in on a device. The token of a script does not end by itself.',
  'domain.exists': 'Another identity provider has this domain. An admin can remove it there first.',
  'domain.not-found': 'Add the domain to the identity provider before you verify it.',
  'download.limit-exceeded':
    'You downloaded more files in ten minutes than allowed. Wait for the seconds in `Retry-After`, or ask the operator for a larger `DOWNLOAD_BUDGET`.',
  'edit.not-allowed':
    'The lines cannot be split, merged, shifted or rippled this way; `detail` says why. Read them again and choose other lines or times.',
  'email.exists': 'Another user has this email address. Use another one.',
  'encode.no-dub':
    'A dubbed version is ordered, but its audio is missing. Upload a file with the audio to the material Dubbed, or upload the version itself.',
  'encode.no-film':
    'The asset has no video for the subtitles. Upload one and create a preview of it.',
  'encode.not-failed': 'Only a failed encode can be retried. Wait until it is ready or has failed.',
  'encode.not-needed':
    'This encode is not needed in the current status of the work request. Move the work request to a later status first.',
  'encode.already-retried': 'The encode was already retried. See the latest one of the order.',
  'field.protected':
    'You cannot change this field. `errors` names it; omit it, or ask somebody who can change it.',
  'file.damaged':
    'The stored bytes are damaged, so they are not sent. Upload the same bytes again: that repairs the file.',
  'file.asset-mismatch': 'The file belongs to another asset. Use a file of this asset.',
  'file.empty':
    'The file is registered, but has no bytes yet. Send them with `/uploads` or `PUT /files/:id/content`.',
  'file.content-exists': 'The bytes of a file never change. Register a new file for other bytes.',
  'file.mismatch':
    'The length, MD5 or SHA-256 differs from what was declared. Nothing was stored. Check the file and start a new upload.',
  'file.not-an-image':
    'Drawings and documents can run code or load other files, so they cannot be a thumbnail or logo. Use a PNG, JPEG or WebP picture.',
  'file.not-a-pdf':
    'Only PDF files are shown in the browser. Download the file with `GET /files/:id/content`.',
  'file.forbidden': 'Only the uploader, or a user with `asset.write`, can change the file.',
  'file.unverified':
    'The bytes are missing or still being inspected. Try again in a moment, until `verified` is true.',
  'film.not-comparable': 'Use an EDL, an OTIO file or a change list instead.',
  'film.invalid':
    'Choose two films of this asset that have been processed, or an earlier version of the offline.',
  'format.unsupported':
    'A line cannot be written in this format: it is too long, has too many rows, or uses unsupported characters. `errors` names each line; change them, or choose another format.',
  'export.format-required':
    'An export needs either `format`, such as srt, or `delivery`, such as netflix-ttml, and not both.',
  'grant.forbidden':
    'You cannot grant a role, permission or studio that you do not have. Ask somebody who has it.',
  'group.forbidden':
    'The group also belongs to studios that are not yours. Ask an admin to change.',
  'group.studio-required': 'A group belongs to a studio. Name at least one of yours.',
  'header.invalid':
    '`Last-Event-ID` must be an id of this stream. Without it you receive new events only.',
  'header.duplicate':
    '`Host` or `Authorization` was sent twice. Send it once; a proxy may have added another.',
  'id.mismatch': '`_id` in the body differs from the id in the path. Omit it, or make them equal.',
  'id.required': 'The path has no id, so `_id` in the body must name the record.',
  'idempotency.in-flight':
    'The first request with this key is still running. Repeat in a moment: the response will be the same.',
  'idempotency.malformed':
    '`Idempotency-Key` must be 1 to 200 visible ASCII characters, such as a UUID.',
  'idempotency.body-mismatch':
    'This key was used for a different request in the last 24 hours. Use a new key for each request.',
  'idempotency.secret-unavailable':
    'The request succeeded, and its secret was only in the first response. Create a new secret with a new key.',
  'import.file-invalid':
    'The file cannot be read in this format. `faults` names the line and column of each error; fix them, or choose the right format.',
  'lines.offset-invalid':
    'The offset is not a timecode at the frame rate of the film. Use one such as 10:00:00:00 or 10:00:00,000; a semicolon needs 29.97 or 59.94 fps.',
  'import.lines-invalid':
    'The file can be read, but some of its lines are invalid here, for example because a text is too long. `errors` names each.',
  'invitation.request-closed':
    'The work request is complete or cancelled. Nobody can be invited to it any more.',
  'invitation.forbidden':
    'The invitation was sent to another address. Sign in with the account of that address.',
  'invitation.expired': 'The invitation was already used or has expired. Ask for a new one.',
  'job.not-failed': 'Only a failed job can be retried. Other jobs run automatically.',
  'line.changed':
    'Somebody else changed the same text since you read it. The response contains the current line. Choose a text and send it with the `version` of that line.',
  'line.version-not-found':
    'The line never had this version. Read it again and send its `version`.',
  'lines.invalid':
    'A line is invalid: a malformed time, an end before its start, or unclosed tags. `errors` names each.',
  'lines.too-many': 'There are too many lines. Merge some.',
  'link.invalid':
    'The signed link has expired, was changed, or is not yours. Read the record again: it has a new link.',
  'membership.ambiguous':
    'The person has different roles in your studios. Send `memberships` with the roles for each studio.',
  'material.read-only':
    'The state of this material comes from its translation and cannot be set directly. Submit or approve the translation.',
  'material.not-found': 'The order has no such material. See `materials` of the order.',
  'merge.conflict':
    'Some lines were changed in the source and in the translation. The response lists them as `conflicts`; choose `ours` or `theirs` for each.',
  'method.not-allowed': 'This path does not support the method. `Allow` lists the supported ones.',
  'metrics.forbidden':
    'Without a token, metrics are available only on the machine of the service. Set `METRICS_TOKEN` and send it as a Bearer token.',
  'networks.own-address-required':
    'Add your own address to the networks, or ask an admin to save the list.',
  'order.unknown-field':
    'The list cannot be sorted by this field. `detail` names the possible ones; a minus before the field sorts in descending order.',
  'origin.forbidden':
    'A page of another site tried to use your credential. Call the API from the site of the service, or from a program.',
  'params.invalid': 'A part of the path is not a valid id or number. `errors` names it.',
  'params.unknown-field':
    'The path has a parameter that this endpoint does not know. `errors` names it.',
  'passkey.exists': 'This passkey is already registered, with this account or another one.',
  'passkey.required':
    'The account has no passkey. Send a two-factor code in `X-OTP`, or verify with your password.',
  'passkey.invalid':
    'The browser’s response does not match the options, or they are older than five minutes. Get new options from `POST /session/passkeys/options` and try again.',
  'passkey.too-many': 'The account has the most passkeys that it can have. Remove one first.',
  'passkey.unavailable':
    'Passkeys belong to a domain name, but `APP_URL` has an IP address. The operator sets `APP_URL` or `PUBLIC_URL` to a domain name with HTTPS.',
  'passkey.not-found': 'The passkey does not exist, or it is not yours.',
  'password.current-invalid': 'To set a new password, send the current one as `currentPassword`.',
  'password.weak':
    'The password is too short, too common or too long; `detail` says which. Use at least twelve characters.',
  'path.not-found': 'There is nothing at this path. The API starts at `/api`.',
  'phase.order-forbidden':
    'You cannot order this from the asset in its current phase. `errors` names the reason; ask the studio, or order what `$permissions.access` of the asset allows.',
  'phase.move-not-allowed':
    'The asset cannot move to this phase, you may not move it, or the `reason` is missing. `detail` says which.',
  'phase.not-found':
    'The workflow of the asset has no such phase. See `workflow.definition.phases`.',
  'preview.processing':
    'The preview is still being created. Try again after the seconds in `Retry-After`; `progress` shows how far it is.',
  'preview.unavailable':
    'There is nothing to show: the bytes are missing, are not media, or cannot be played. `detail` says why.',
  'profile.not-found':
    'There is no such profile. `detail` names the existing ones; see also [subtitle checks](checks.md).',
  'project.mismatch': 'The asset is in another project. Omit `project`.',
  'query.invalid': 'A value in the query is invalid. `errors` names each.',
  'query.duplicate-field':
    'A query parameter was sent twice. Send it once; several values are comma-separated where they are allowed.',
  'query.unknown-field':
    'The query has a parameter that this endpoint does not know; `errors` names it.',
  'query.unknown-value':
    'A filter has a value that it does not know; `errors` names the filter and the allowed values.',
  'range.malformed':
    'Use `X-Range: resources=0-9`: two whole numbers, both inclusive, the first not greater than the last.',
  'range.too-deep':
    'Positions end at 10000. Follow the `Link` header with `rel="next"` of each page, or narrow the list with filters.',
  'range.unsatisfiable': 'The range is outside the file. `Content-Range` has its length.',
  'rate-limit.exceeded':
    'There were too many attempts from you or your network. Wait for the seconds in `Retry-After`.',
  'reason.required':
    'This change needs a `reason`: it reopens a complete material or declines a work request.',
  'record.changed':
    'The record changed since you read it, so your change was not saved. Read it again and send the change with its new `ETag`.',
  'record.conflict':
    'Others changed the same record at the same moment. Nothing was changed; send it again.',
  'record.in-use':
    'Other records refer to this one, so it cannot be removed; `detail` names them. Remove the references first.',
  'record.exists': 'Another record has this name or code. Choose another.',
  'reference.not-found':
    'The body refers to a record that does not exist or is not visible to you. `errors` says where.',
  'request.malformed':
    'The request is not valid HTTP. Check what your program or proxy really sends.',
  'password-reset.expired':
    'The password reset link was already used or has expired. Request a new one.',
  'permission.required':
    'You do not have the permission that `detail` names. See [permissions](permissions.md), and ask a manager of your studio.',
  'script.exists': 'The asset already has a script for this part. Change that one.',
  'service.busy':
    'The service is overloaded, or the database is temporarily unavailable. Retry after the seconds in `Retry-After`, with the same `Idempotency-Key`.',
  'service.error':
    'An internal error. It is in the log under the `requestId`; send that to the operator.',
  'session.origin-forbidden':
    'Call `POST /session/resume` only from the web app of this installation: the browser sends the cookie for other pages too.',
  'share.comment-required': 'To reject what is shared, send a `comment` that says why.',
  'share.already-decided':
    'A recipient decides once. Ask the sender for a new link to decide again.',
  'share.empty': 'Choose at least one file, or put files into `shareQueue` first.',
  'share.ended': 'The share is revoked or has expired. Create a new one.',
  'share.expired': 'The link has expired. Ask the sender for a new one.',
  'share.files-invalid':
    'Files of one share belong to one studio and are verified. `errors` lists the others.',
  'share.invalid': '`errors` says which fields do not fit the kind of share.',
  'share.not-delivered':
    'Only the files of a complete work request are a delivery. Share single files until then.',
  'share.forbidden':
    'Ask the person who created the share, or somebody who may approve, to change it.',
  'share.unavailable':
    'Everything that is shared is under embargo or was removed. Try again when the embargo has ended.',
  'share.passphrase-required': 'Send the `passphrase` that the sender gave you.',
  'share.passphrase-invalid': 'Check the passphrase. After five wrong ones you must wait.',
  'share.revoked': 'The sender has revoked the link. Ask for a new one.',
  'share.not-found': 'The link or the share does not exist, or you cannot see it.',
  'share.not-allowed': 'The sender did not allow this for the link.',
  'shared-file.not-found': 'The file is not part of this share, or it is not shown right now.',
  'slug.ambiguous':
    'Several of your studios have a record with this slug. Use its id, or `studio~slug`.',
  'slug.exists':
    'Another record has this slug. Choose another, or omit it and one is generated from the name.',
  'storage.unavailable':
    'The file storage does not respond. Files are safe; try again in a moment.',
  'storage.full': 'The file storage is full. Files are safe; the operator must free up space.',
  'studios.required': 'Name the studios or groups of the user in `studios` or `groups`.',
  'territory.forbidden':
    'You can only order for your own territory. Omit `territory`, or ask the studio to order for another.',
  'territory.exists': 'Another territory has this code.',
  'territory.not-found': `${notFoundText('territory')} In a body (422), the code of the territory is unknown.`,
  'tmx.encoding-invalid':
    'The TMX file is neither UTF-8 nor UTF-16. Save it in one of these encodings.',
  'tmx.invalid':
    'The TMX file has an error at the line and column that `detail` names. Nothing was imported.',
  'token.expiry-in-past':
    'The expiry date is in the past. Set `expires` to a future time, in seconds since 1970, or omit it.',
  'token.scope-insufficient':
    'The token has a scope that does not include this call. Use a token with a wider scope; changes of the account and of people always need a token without one.',
  'token.scope-mismatch':
    'The project of the scope is not in its studio. Send only the project: its studio is added.',
  'translation.checks-failed':
    'The translation has errors, so it cannot be submitted or approved. `findings` lists each with its line, and a fix if one is safe; see [subtitle checks](checks.md).',
  'translation.locked':
    'The translation is submitted or approved, so its lines cannot be changed. Move it back to `incomplete` first.',
  'translation.move-not-allowed':
    'The translation cannot move to this status, you may not move it, or something is missing. `missing` lists what is missing.',
  'translation.forbidden':
    'The translation is not assigned to you. Ask the studio or the vendor to assign it.',
  'twofactor.own-factor-required':
    'Set up a second factor in your account and sign in with it, then require it in the studio.',
  'twofactor.enforced': 'Your studio requires a second factor, so you cannot turn it off.',
  'twofactor.exists': 'You already have a second factor. Turn it off before you set up another.',
  'twofactor.not-enabled':
    'Set up a second factor with `POST /session/twofactor`. It comes with recovery codes.',
  'twofactor.code-required':
    'To turn off your second factor or to create new recovery codes, sign in with it (`X-OTP`).',
  'twofactor.required':
    'Your studio or your account requires a second factor, and your token was made without one. Set it up with `POST /session/twofactor`, or sign in again with `X-OTP`. With `POST /session/verification` and `code`, an existing token gets the second factor.',
  'twofactor.code-invalid':
    'The code is wrong or was already used. Check the clock of your phone and send the next code.',
  'upload.busy':
    'Another connection is still sending bytes of this upload. Wait a moment, request the offset with HEAD, and continue from there.',
  'upload.checksum-mismatch':
    'The bytes were corrupted on the way. None of this request was stored; send them again from the same offset.',
  'upload.checksum-invalid':
    '`Upload-Checksum` needs a supported algorithm, a space, and the digest in base64.',
  'upload.file-required':
    'Register the file with `POST /files`, and send its id as `file` in `Upload-Metadata`.',
  'upload.gone':
    'The upload is finished, cancelled or expired. Start a new one if the file has no bytes yet.',
  'upload.offset-conflict':
    'The offset differs from that of the service. Request it with HEAD, and continue from there.',
  'upload.invalid': 'The request is not valid in tus 1.0. `detail` says why.',
  'upload.conflict': 'Another connection continued this upload. Request its offset with HEAD.',
  'upload.too-large': 'The file is larger than the service accepts.',
  'upload.unsupported':
    'The service does not support this tus extension. `OPTIONS /uploads` lists the supported ones.',
  'upload.version-unsupported': 'Send `Tus-Resumable: 1.0.0`.',
  'user.higher-role': 'The user has permissions that you do not have. Ask somebody who has them.',
  'user.already-registered':
    'The user has already registered. If they forgot the password, they can reset it when they sign in.',
  'user.cannot-disable-self': 'You cannot disable yourself. Ask another manager or an admin.',
  'username.mismatch': '`username` is always the email address. Omit it.',
  'value.invalid':
    'A value cannot be stored: the database does not accept its characters, form or size. Fix it and send it again.',
  'view.not-shareable':
    'Save the view without `shared`. Only the home office, people of a territory and people of a vendor can share views.',
  'view.too-many': 'Remove a view that you no longer need.',
  'webhook.paused':
    'The creator of the webhook no longer manages the studio, so it sends nothing. Create your own.',
  'webhook.inactive': 'The webhook is turned off. Set `active` to true first.',
  'webhook.too-many': 'The studio has the maximum number of webhooks. Remove one first.',
  'webhook.url-invalid':
    'The URL is not https, not public, or cannot be called; `detail` says which. See [webhooks](../webhooks.md).',
  'dictionary.full': 'Remove words that the studio no longer needs from its dictionary.',
  'workflow.invalid':
    'The workflow is invalid: it has no terminal phase, or a phase leads to itself or to a missing phase. `errors` names each.',
  'workflow.phase-in-use': 'Some assets are in a phase that you want to remove. Move them first.',
  'work-request.locked':
    'The order is submitted, so it cannot be changed. Move it back to `incomplete` to change it.',
  'work-request.move-not-allowed':
    'The work request cannot move to this status, you may not move it, or something is missing. `missing` lists what is missing and who can help; `GET /workrequests/:id/moves` lists the possible moves.',
  'work-request.incomplete':
    'The order is incomplete, so it cannot be submitted. `errors` names what is missing.',
  'time-zone.invalid': 'Use an IANA time zone such as `Europe/Berlin`.',
}
