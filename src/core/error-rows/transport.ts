import type { ErrorRow } from './row.ts'

/** Errors of requests: reading, validation, limits, idempotency. */
export const transportErrors = {
  rest_no_route: {
    status: 404,
    message: 'No route was found matching the URL and request method.',
    cause: 'No route has this address and method.',
    cure: 'Compare both with the reference; the prefix is `API_PREFIX` and `API_VENDOR` of the installation.',
  },
  rest_invalid_json: {
    status: 400,
    message: 'Invalid JSON body passed.',
    cause: 'The body says that it is JSON and is not, or is nested deeper than 64 levels.',
    cure: 'Send valid JSON, or a form as `application/x-www-form-urlencoded` or `multipart/form-data`.',
  },
  rest_missing_callback_param: {
    status: 400,
    message: 'Missing parameter(s)',
    cause: 'Required parameters are missing.',
    cure: 'Send those that `data.params` lists; `data.doc_url` describes them.',
  },
  rest_invalid_param: {
    status: 400,
    message: 'Invalid parameter(s)',
    cause: 'Parameters have a wrong value, or, under strict handling, are unknown.',
    cure: '`data.params` says for each what would be right; nothing was changed.',
  },
  rest_forbidden: {
    status: 403,
    message: 'Sorry, you are not allowed to do that.',
    cause: 'The caller is not signed in (401) or lacks the right (403).',
    cure: 'Sign in, or use an account or a key with the role or scope that the route names.',
  },
  rest_changed_meanwhile: {
    status: 412,
    message: 'Somebody changed this meanwhile. Nothing of your change was saved.',
    cause: '`If-Match` names a version that the record had before somebody else changed it.',
    cure: 'Show `data.current` beside what was entered; send it again with `data.etag` in `If-Match`, or without one to overwrite.',
  },
  rest_invalid_body: {
    status: 400,
    message: 'The request body could not be read.',
    cause: 'The body is cut off, or its form cannot be taken apart.',
    cure: 'Send it whole, with the boundary and length that its headers name.',
  },
  rest_body_too_large: {
    status: 413,
    message: 'The request body is too large.',
    cause: 'The body is larger than 2 MiB, or 256 KiB where anybody may call.',
    cure: 'Send less; pictures go to `POST /images`.',
  },
  rest_unsupported_media_type: {
    status: 415,
    message: 'This content type is not supported; send JSON or a form.',
    cause: 'The body has another content type than JSON or a form.',
    cure: 'Set `Content-Type` to `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`.',
  },
  rest_invalid_url: {
    status: 400,
    message: 'The URL of the request is malformed.',
    cause: 'The address has a broken percent code.',
    cure: 'Encode the address by a library.',
  },
  rest_headers_too_large: {
    status: 431,
    message: 'The headers of the request are too large.',
    cause: 'Cookies and headers together exceed what the server reads.',
    cure: 'Send fewer cookies.',
  },
  rest_request_timeout: {
    status: 408,
    message: 'The request was not complete in time.',
    cause: 'The request did not arrive whole within 30 seconds.',
    cure: 'Send it again.',
  },
  rest_too_many_requests: {
    status: 429,
    message: 'Too many requests; try again in a moment.',
    cause: 'The network has spent its share of requests, guesses or lists.',
    cure: "Wait for `Retry-After` seconds. Behind a proxy, check `TRUST_PROXY`; a shop's own server may need a higher `RATE_LIMIT`.",
  },
  rest_unavailable: {
    status: 503,
    message: 'The service cannot reach its database right now; try again in a moment.',
    cause: 'The database cannot be reached, or too much waits for it.',
    cure: 'Repeat after `Retry-After`, a write with the same `Idempotency-Key`. As the operator, look at `/readyz` and `marquee doctor`.',
  },
  rest_list_too_long: {
    status: 503,
    message:
      'This list takes too long; ask for a shorter date range, fewer words, or an earlier page.',
    cause: 'A public list took longer than its 250 ms of database time.',
    cure: 'Ask for a shorter date range, fewer words, or an earlier page.',
  },
  rest_list_too_wide: {
    status: 400,
    message: 'More than 50,000 rows would have to be looked at one by one; add a filter.',
    cause:
      'No index serves this combination of filters and sort, and too many rows would have to be looked at one by one.',
    cure: 'Add one of the filters that the message and `data.filters` name, or a longer word in `search`.',
  },
  rest_view_not_found: {
    status: 404,
    message: 'There is no such view.',
    cause: 'The view was deleted, belongs to somebody else, or is of a list that you may not read.',
    cure: '`GET /views` lists those that you see.',
  },
  rest_too_many_views: {
    status: 409,
    message: 'You have 100 views; delete one before you save another.',
    cause: 'An account saves at most 100 views.',
    cure: 'Delete one with `DELETE /views/{id}`, or save under the name of one that you have.',
  },
  rest_export_running: {
    status: 409,
    message: 'An export of this account is still being sent; wait for its end, or cancel it.',
    cause: 'The account has an export that is still being sent. There is one at a time.',
    cure: 'Wait for its end, or close its connection and try again in a moment.',
  },
  rest_export_too_long: {
    status: 400,
    message: 'A spreadsheet has at most 50,000 rows; export the list as CSV, or add a filter.',
    cause: 'The list has more rows than a spreadsheet of ours takes.',
    cure: 'Ask for the same address with `.csv`, or add a filter.',
  },
  internal_server_error: {
    status: 500,
    message:
      'An internal error occurred. Quote the request id, so that it can be found in the log.',
    cause: 'A fault of ours.',
    cure: 'Report it with the `request-id`; the operator finds the cause in the log under this id.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was already used for a different request.',
    cause: 'The key came with another body, route or method before.',
    cure: 'Use a new key for each new write.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'A request with this idempotency key is still running.',
    cause: 'The first request with the key has not been answered yet.',
    cure: 'Wait a moment and repeat: the answer is then replayed.',
  },
  idempotency_key_invalid: {
    status: 400,
    message: 'An idempotency key has 1 to 255 printable characters.',
    cause: 'The header is empty, too long, or holds other than printable characters.',
    cure: 'Send 1 to 255 printable characters, for example a UUID.',
  },
} as const satisfies Record<string, ErrorRow>
