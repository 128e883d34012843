"""What validation found, told in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault: `severity` Violation or Warning; IRIs and values as text, empty where there is none."""

    severity: str
    graph: str
    zh: str
    en: str
    focus: str = ""
    path: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class ValidationReport:
    """All findings, sorted, and what was looked at. Warnings do not break conformance."""

    findings: tuple[Finding, ...]
    graphs: tuple[str, ...]
    statements: int

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that break conformance."""
        return tuple(finding for finding in self.findings if finding.severity == "Violation")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that do not."""
        return tuple(finding for finding in self.findings if finding.severity != "Violation")

    @property
    def conforms(self) -> bool:
        """Whether no violation was found."""
        return not self.violations

    def text(self, examples: int = 5) -> str:
        """The report for people: each kind of fault once, with its count and at most `examples` places."""
        passed = self.conforms
        lines = [
            f"{'合格' if passed else '不合格'}：{len(self.graphs)} 圖，{self.statements} 條陳述，"
            f"{len(self.violations)} 誤，{len(self.warnings)} 警示。",
            f"{'Valid' if passed else 'Not valid'}: {len(self.graphs)} graphs, {self.statements} statements, "
            f"{len(self.violations)} violations, {len(self.warnings)} warnings.",
        ]
        kinds: dict[tuple[str, str, str], list[Finding]] = {}
        for finding in self.findings:
            kinds.setdefault((finding.severity, finding.zh, finding.en), []).append(finding)
        for (severity, zh, en), found in kinds.items():
            sign = "✗" if severity == "Violation" else "!"
            lines += ["", f"{sign} {zh} ×{len(found)}", f"  {en}"]
            for finding in found[:examples]:
                told = " · ".join(part for part in (finding.focus, finding.path, finding.value) if part)
                lines.append(f"    {told}  ({finding.graph})")
            if len(found) > examples:
                lines.append(f"    … +{len(found) - examples}")
        return "\n".join(lines) + "\n"
