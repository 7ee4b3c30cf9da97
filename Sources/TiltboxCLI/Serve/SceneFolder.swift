#if Server
internal import Tiltbox
internal import TiltboxFiles
internal import TiltboxPlatform
internal import TiltboxServer

/// Finds the scenarios of a path.
enum SceneFolder {
  /// Returns the scenes of a file or a folder, sorted by name, or the classic one. Each scenario is loaded once, so
  /// that mistakes are reported at the start. In a folder, invalid scenarios are skipped with a warning.
  ///
  /// Throws `FileError`, `ScenarioFileError`, `TiltFileError`, `PhysicsError`.
  static func scenes(_ path: String?, overrides: [String], log: LogFormat) throws -> [Scene] {
    let load: @Sendable (String?) throws -> Scenario = { path in
      // A live run goes on past the scenario's duration.
      try ScenarioOptions.load(path, overrides: overrides, for: { _ in nil }) {
        reportOnce($0, log.report)
      }
    }
    guard let path, path != standardStreamName, let files = files(in: path) else {
      // A pipe can be read only once.
      let isRead = path.map { $0 == standardStreamName || isPipe($0) } ?? false
      let scenario = try checked { try load(path) }
      return [Scene(name: scenario.name) { isRead ? scenario : try load(path) }]
    }
    var scenes: [Scene] = []
    let stems = files.map { PathParts($0).stem }
    for (file, stem) in zip(files, stems) {
      let load: @Sendable () throws -> Scenario = {
        // Opening a pipe would block the run, and all viewers with it, until a writer comes.
        let path = "\(path)/\(file)"
        guard !isPipe(path) else {
          let words = "is a pipe; scenarios of a folder are plain files"
          throw CommandError(ExitStatus.badData, "\(path.escapedName): \(words)")
        }
        return try load(path)
      }
      do {
        _ = try checked(load)
        // Scenarios that differ in their extension alone need it.
        let isAlone = stems.count { $0 == stem } == 1
        scenes.append(Scene(name: isAlone ? stem : file, load: load))
      } catch {
        log.report("\(error)\ntiltbox: skipping \(file.escapedName)")
      }
    }
    guard !scenes.isEmpty else {
      let words =
        files.isEmpty
        ? "the folder has no .yaml, .yml or .json file; name another folder, or a scenario"
        : "the folder has no valid scenario; run tiltbox validate on its files"
      throw CommandError(ExitStatus.noInput, "\(path.escapedName): \(words)")
    }
    return scenes
  }

  /// Loads a scenario, and checks that its world can be built and its files can be read.
  private static func checked(_ load: () throws -> Scenario) throws -> Scenario {
    let scenario = try load()
    _ = try Simulation(scenario.loadingFiles())
    return scenario
  }

  /// Returns the names of the scenario files in a folder; nil if the path is not a folder.
  private static func files(in path: String) -> [String]? {
    fileNames(in: path)?.filter { name in
      !name.hasPrefix(".") && [".yaml", ".yml", ".json"].contains(where: name.hasSuffix)
    }.sorted()
  }
}

/// The journals of a service, one for each session: `run.journal`, `run-2.journal`, …
struct JournalSessions: Sendable {
  /// The file of the first session.
  let path: String
  /// The number of the newest session with a non-empty journal; 0 if there is none.
  let newest: Int

  /// Finds the existing journals.
  init(_ path: String) {
    self.path = path
    let (parts, start) = (PathParts(path), PathParts(path).stem + "-")
    var newest = Self.isEmpty(path) ? 0 : 1
    for file in fileNames(in: parts.folderToRead) ?? []
    where file.hasPrefix(start) && file.hasSuffix(parts.ending)
      && !Self.isEmpty(parts.folder + file)
    {
      newest = max(newest, Int(file.dropFirst(start.count).dropLast(parts.ending.count)) ?? 0)
    }
    self.newest = newest
  }

  /// The file of a session.
  func file(_ session: Int) -> String {
    guard session > 1 else { return path }
    let parts = PathParts(path)
    return "\(parts.folder)\(parts.stem)-\(session)\(parts.ending)"
  }

  private static func isEmpty(_ path: String) -> Bool { fileStatus(path)?.st_size ?? 0 == 0 }
}
#endif
