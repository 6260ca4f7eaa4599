/**
 * Returns the body that the arguments of `post` and `put` say: `tag.title=Regulars` is `{"tag": {"title": "Regulars"}}`,
 * `--data` is JSON, `@file` a file of it, and `-` standard input. Undefined where nothing was said.
 * @param {readonly string[]} fields
 * @param {string | undefined} data
 */
export declare function bodyFrom(fields: readonly string[], data: string | undefined): any;
