import { type BrokenRule, NOT_VALID, replacing } from './broken-rule.ts'

const TAG = 'src/resources/tag/tag.ts'
const TAG_COMMANDS = 'src/resources/tag/tag.commands.ts'
const LOCATION = 'src/resources/location/location.ts'
const LOCATION_RULES = 'src/resources/location/location.rules.ts'

const tagRules: BrokenRule[] = replacing('test/api/tag.test.ts', [
  {
    title: 'TAG-01 TAG-04 TAG-05 TAG-07 a tag is created and answers wrapped, with its link',
    rule: 'A tag shows the length of its title.',
    statements: ['TAG-05'],
    says: 'the members of a tag',
    edits: [
      {
        file: TAG,
        find: '  expands: {\n',
        replace:
          "  derived: { letters: { of: row => String(row.title).length, schema: { type: 'integer', description: 'How many.' } } },\n  expands: {\n",
      },
    ],
  },
  {
    title: 'TAG-06 a tag is renamed, and moves to a location the caller sees',
    rule: 'A tag cannot move to another location.',
    statements: ['TAG-06'],
    says: 'location_id after a move',
    edits: [{ file: TAG, find: "location_id: ref('location', 'RPU')", replace: "location_id: ref('location', 'RP')" }],
  },
  {
    title: 'TAG-03 a title has 1 to 64 characters',
    rule: 'A title can have at most 63 characters.',
    statements: ['TAG-03'],
    says: 'answered 422, expected 201',
    edits: [{ file: TAG, find: "title: text(1, 64, 'RPU')", replace: "title: text(1, 63, 'RPU')" }],
  },
  {
    title: 'TAG-08 a list of one location has the tags of that one, in pages',
    rule: 'A filter by location includes tags of another location.',
    statements: ['TAG-08'],
    says: 'the tags of one location',
    edits: [
      {
        file: 'src/engine/filter.ts',
        find: 'if (filter) filters.push(filter)',
        replace: "if (filter) filters.push(...(resource.name === 'tag' && name === 'location_id' ? [] : [filter]))",
      },
    ],
  },
  {
    title: 'TAG-02 a location of somebody else is refused as if it did not exist',
    rule: 'An invalid location is reported for another field.',
    statements: ['TAG-02'],
    says: 'tag.location_id, identifiers',
    edits: [NOT_VALID],
  },
  {
    title: 'TAG-10 ERR-03 deleting no tag, an unknown tag or a stranger’s tag is 404',
    rule: 'Deleting a tag that does not exist succeeds.',
    statements: ['TAG-10', 'ERR-03'],
    says: 'expected 404',
    edits: [{ file: TAG_COMMANDS, find: 'if (!named) throw notFound()', replace: 'if (!named) return null' }],
  },
])

const locationRules: BrokenRule[] = replacing('test/api/location.test.ts', [
  {
    title: 'LOC-01 LOC-03 LOC-04 parent, name and a domain are needed, and all that is missing is told at once',
    rule: 'A parent location is not required.',
    statements: ['LOC-01'],
    says: 'fields reported for an empty location',
    edits: [
      {
        file: LOCATION_RULES,
        find: "      if (!draft.parent_id) problems.add('parent_id', 'Parent Id cannot be blank.')\n",
        replace: '',
      },
    ],
  },
  {
    title: 'LOC-01 LOC-03 LOC-04 parent, name and a domain are needed, and all that is missing is told at once',
    rule: 'A name can be empty.',
    statements: ['LOC-04'],
    says: 'location.name',
    edits: [{ file: LOCATION, find: "name: text(1, 64, 'RPU')", replace: "name: text(0, 63, 'RPU')" }],
  },
  {
    title: 'LOC-19 a new domain takes its title from the location, and the tree reuses a domain it has',
    rule: 'A new domain uses its address as its title.',
    statements: ['LOC-19'],
    says: 'the title of a domain without a title',
    edits: [
      {
        file: LOCATION_RULES,
        find: '(flagged === null ? (draft.name ?? null) : null)',
        replace: '(flagged === null ? url : null)',
      },
    ],
  },
  {
    title: 'LOC-16 is_new_domain false needs a domain of the own tree',
    rule: 'A location without a new domain needs no existing domain.',
    statements: ['LOC-16'],
    says: 'branding_domain_id',
    edits: [
      { file: LOCATION_RULES, find: 'const is_new = flagged ?? (url', replace: 'const is_new = flagged || (url' },
    ],
  },
  {
    title: 'LOC-21 LOC-22 a default product has to be active, visible and of its payment method',
    rule: 'A default product can have the other payment method.',
    statements: ['LOC-21', 'LOC-22'],
    says: 'answered 200, expected 422',
    edits: [
      {
        file: LOCATION_RULES,
        find: 'if (product && (product.payment_method !== method || !product.active))',
        replace: 'if (product && !product.active)',
      },
    ],
  },
  {
    title: 'LOC-37 every expand of the contract answers its key',
    rule: 'The terminals of a location cannot be expanded.',
    statements: ['LOC-37'],
    says: 'terminal: GET locations',
    edits: [{ file: LOCATION, find: "    terminal: many('terminal', 'location_id'),\n", replace: '' }],
  },
])

export const placeRules: BrokenRule[] = [...tagRules, ...locationRules]
