import { fieldTableChecks } from '../../conformance/cases/index.ts'
import { conformanceTests } from '../support/conformance-tests.ts'

await conformanceTests('conformance_fields', {
  checks: fieldTableChecks(),
  least_answers: 8000,
  hostile_requests: 1000,
})
