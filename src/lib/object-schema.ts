type Schema = Record<string, unknown>

/** Returns the JSON Schema of an object that always has these properties. */
export function objectSchema(properties: Record<string, Schema>): Schema {
  return { type: 'object', required: Object.keys(properties), properties }
}

/** Returns the JSON Schema of an object that may have these properties, and others as well. */
export function openSchema(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, additionalProperties: true }
}
