/** A file, or a site, that cannot be imported. The message is one or two sentences for the operator. */
export class SourceRefused extends Error {}
